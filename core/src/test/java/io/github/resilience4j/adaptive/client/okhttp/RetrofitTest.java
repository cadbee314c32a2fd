package io.github.resilience4j.adaptive.client.okhttp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.client.ClientKit;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import okhttp3.OkHttpClient;
import okhttp3.RequestBody;
import okhttp3.ResponseBody;
import org.junit.jupiter.api.Test;
import retrofit2.Call;
import retrofit2.Response;
import retrofit2.Retrofit;
import retrofit2.http.Body;
import retrofit2.http.GET;
import retrofit2.http.HeaderMap;
import retrofit2.http.POST;
import retrofit2.http.Url;

/** Retrofit stands on OkHttp; here by its adapter for {@link CompletableFuture}, and once by its own calls. */
class RetrofitTest extends ClientKit {

    interface Api {
        @GET
        CompletableFuture<Response<ResponseBody>> get(@Url String url, @HeaderMap Map<String, String> headers);

        @POST
        CompletableFuture<Response<ResponseBody>> post(
                @Url String url, @HeaderMap Map<String, String> headers, @Body RequestBody body);

        @GET
        Call<ResponseBody> call(@Url String url);
    }

    private static Api api(OkHttpClient client) {
        return new Retrofit.Builder()
                .baseUrl("http://127.0.0.1/")
                .client(client)
                .build()
                .create(Api.class);
    }

    @Override
    protected boolean answersChallenges() {
        return true;
    }

    @Override
    protected Client connect(OutgoingCalls calls, Duration readTimeout) {
        OkHttpClient client = OkHttpRequests.client(calls, readTimeout);
        Api api = api(client);
        return new Client() {
            @Override
            public CompletableFuture<Answer> call(String method, URI uri, Map<String, String> headers, String body) {
                CompletableFuture<Response<ResponseBody>> response = method.equals("GET")
                        ? api.get(uri.toString(), headers)
                        : api.post(uri.toString(), headers, RequestBody.create(body, null));
                CompletableFuture<Answer> answer = response.thenApply(RetrofitTest::answer);
                var unused = answer.whenComplete((value, error) -> {
                    if (answer.isCancelled()) {
                        response.cancel(true);
                    }
                });
                return answer;
            }

            @Override
            public void close() {
                OkHttpRequests.close(client);
            }
        };
    }

    private static Answer answer(Response<ResponseBody> response) {
        try (ResponseBody body = response.isSuccessful() ? response.body() : response.errorBody()) {
            return new Answer(response.code(), body.string());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void aCallOfRetrofitThatIsCancelledWhileItWaitsLosesNoPermit() {
        AdaptiveRateLimiter limiter = anHour(1);
        AdaptiveRateLimiter.Permit last = limiter.tryAcquire(1).orElseThrow();
        OkHttpClient client = OkHttpRequests.client(OutgoingCalls.of(limiter), SOON);
        Call<ResponseBody> call = api(client).call(server.uri("/").toString());
        CompletableFuture<Answer> answer = onAThread(() -> answer(call.execute()));
        await().atMost(SOON).until(() -> limiter.snapshot().waiting() == 1);

        call.cancel();

        assertThat(answer).failsWithin(SOON);
        assertThat(limiter.snapshot().waiting()).isZero();
        last.release();
        assertThat(left(limiter)).isEqualTo(1);
        OkHttpRequests.close(client);
    }
}
