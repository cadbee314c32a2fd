package io.github.resilience4j.adaptive.client.okhttp;

import io.github.resilience4j.adaptive.client.ClientKit.Answer;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import okhttp3.Credentials;
import okhttp3.Dispatcher;
import okhttp3.Headers;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.RequestBody;
import okhttp3.Response;
import okhttp3.Route;
import org.jspecify.annotations.Nullable;

final class OkHttpRequests {

    private OkHttpRequests() {}

    static OkHttpClient client(OutgoingCalls calls, Duration readTimeout) {
        Dispatcher dispatcher = new Dispatcher();
        dispatcher.setMaxRequests(2000);
        dispatcher.setMaxRequestsPerHost(2000);
        return new OkHttpClient.Builder()
                .dispatcher(dispatcher)
                .readTimeout(readTimeout)
                .authenticator(OkHttpRequests::asAnn)
                .addInterceptor(AdaptiveInterceptor.of(calls))
                .build();
    }

    private static @Nullable Request asAnn(@Nullable Route route, Response challenge) {
        Request request = challenge.request();
        return request.header("Authorization") != null
                ? null
                : request.newBuilder()
                        .header("Authorization", Credentials.basic("ann", "secret"))
                        .build();
    }

    static Request request(String method, URI uri, Map<String, String> headers, String body) {
        return new Request.Builder()
                .url(uri.toString())
                .headers(Headers.of(headers))
                .method(method, body.isEmpty() ? null : RequestBody.create(body, null))
                .build();
    }

    static Answer answer(Response response) throws IOException {
        try (response) {
            return new Answer(response.code(), response.body().string());
        }
    }

    static void close(OkHttpClient client) {
        client.dispatcher().executorService().shutdownNow();
        client.connectionPool().evictAll();
    }
}
