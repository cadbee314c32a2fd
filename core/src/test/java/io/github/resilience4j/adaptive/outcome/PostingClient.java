package io.github.resilience4j.adaptive.outcome;

import feign.Body;
import feign.Feign;
import feign.FeignException;
import feign.Request;
import feign.RequestLine;
import feign.Retryer;
import io.github.resilience4j.adaptive.outcome.HttpClientsTest.End;
import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.client.ClientBuilder;
import jakarta.ws.rs.client.Entity;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import okhttp3.MediaType;
import okhttp3.OkHttpClient;
import okhttp3.RequestBody;
import okhttp3.ResponseBody;
import org.apache.hc.client5.http.async.methods.SimpleHttpRequest;
import org.apache.hc.client5.http.async.methods.SimpleHttpResponse;
import org.apache.hc.client5.http.async.methods.SimpleRequestBuilder;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.async.CloseableHttpAsyncClient;
import org.apache.hc.client5.http.impl.async.HttpAsyncClients;
import org.apache.hc.client5.http.impl.classic.BasicHttpClientResponseHandler;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.Message;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
import org.apache.hc.core5.http.nio.entity.StringAsyncEntityConsumer;
import org.apache.hc.core5.http.nio.support.BasicResponseConsumer;
import org.apache.hc.core5.util.Timeout;
import retrofit2.Call;
import retrofit2.HttpException;
import retrofit2.Retrofit;
import retrofit2.http.POST;

/** One call, a POST of a few bytes, with each client as its users have it. */
enum PostingClient {
    OKHTTP {
        @Override
        Object post(String url, Duration patience) throws Exception {
            return okHttp(patience)
                    .newCall(new okhttp3.Request.Builder()
                            .url(url)
                            .post(RequestBody.create("x", MediaType.get("text/plain")))
                            .build())
                    .execute();
        }

        @Override
        Throwable giveUp(String url, CountDownLatch arrived) {
            okhttp3.Call call = okHttp(Duration.ofSeconds(20))
                    .newCall(new okhttp3.Request.Builder().url(url).build());
            return ended(call::execute, arrived, call::cancel);
        }

        @Override
        boolean readsRefusals() {
            return false;
        }

        @Override
        String text(End end) throws Exception {
            return ((okhttp3.Response) end.result()).body().string();
        }
    },
    RETROFIT {
        @Override
        Object post(String url, Duration patience) throws Exception {
            return retrofit(url, patience).execute();
        }

        @Override
        String text(End end) throws Exception {
            return ((retrofit2.Response<?>) end.result()).errorBody().string();
        }
    },
    RETROFIT_EXCEPTION {
        @Override
        Object post(String url, Duration patience) throws Exception {
            // As its adapters do.
            retrofit2.Response<ResponseBody> response = retrofit(url, patience).execute();
            if (!response.isSuccessful()) {
                throw new HttpException(response);
            }
            return response.body();
        }

        @Override
        boolean returnsAnswers() {
            return false;
        }

        @Override
        String text(End end) throws Exception {
            return ((HttpException) end.error()).response().errorBody().string();
        }
    },
    APACHE_CLASSIC {
        @Override
        Object post(String url, Duration patience) throws Exception {
            // The client stays open, or nobody could read the body.
            return apache(patience).executeOpen(null, apachePost(url), null);
        }

        @Override
        Optional<String> method() {
            return Optional.empty();
        }

        @Override
        boolean readsRefusals() {
            return false;
        }

        @Override
        String text(End end) throws Exception {
            return EntityUtils.toString(((ClassicHttpResponse) end.result()).getEntity());
        }
    },
    APACHE_HANDLER {
        @Override
        Object post(String url, Duration patience) throws Exception {
            try (CloseableHttpClient client = apache(patience)) {
                return client.execute(apachePost(url), new BasicHttpClientResponseHandler());
            }
        }

        @Override
        Optional<String> method() {
            return Optional.empty();
        }

        @Override
        boolean returnsAnswers() {
            return false;
        }

        @Override
        boolean keepsRefusals() {
            return false;
        }

        @Override
        String text(End end) {
            return end.error().getMessage();
        }
    },
    APACHE_ASYNC {
        @Override
        Object post(String url, Duration patience) throws Exception {
            try (CloseableHttpAsyncClient client = apacheAsync(patience)) {
                return cause(
                        () -> client.execute(asyncPost(url), null).get(patience.toSeconds() + 20, TimeUnit.SECONDS));
            }
        }

        @Override
        Optional<String> method() {
            return Optional.empty();
        }

        @Override
        Throwable giveUp(String url, CountDownLatch arrived) throws Exception {
            try (CloseableHttpAsyncClient client = apacheAsync(Duration.ofSeconds(20))) {
                Future<SimpleHttpResponse> call = client.execute(asyncPost(url), null);
                return ended(call::get, arrived, () -> call.cancel(true));
            }
        }

        @Override
        String text(End end) {
            return ((SimpleHttpResponse) end.result()).getBodyText();
        }
    },
    APACHE_ASYNC_MESSAGE {
        @Override
        Object post(String url, Duration patience) throws Exception {
            try (CloseableHttpAsyncClient client = apacheAsync(patience)) {
                return cause(() -> client.execute(
                                org.apache.hc.client5.http.async.methods.SimpleRequestProducer.create(asyncPost(url)),
                                new BasicResponseConsumer<>(new StringAsyncEntityConsumer()),
                                null)
                        .get(patience.toSeconds() + 20, TimeUnit.SECONDS));
            }
        }

        @Override
        Optional<String> method() {
            return Optional.empty();
        }

        @Override
        @SuppressWarnings("unchecked")
        String text(End end) {
            return ((Message<HttpResponse, String>) end.result()).getBody();
        }
    },
    FEIGN {
        @Override
        Object post(String url, Duration patience) {
            return feign(patience).target(FeignApi.class, url).post();
        }

        @Override
        boolean returnsAnswers() {
            return false;
        }

        @Override
        String text(End end) {
            return ((FeignException) end.error()).contentUTF8();
        }
    },
    FEIGN_RESPONSE {
        @Override
        Object post(String url, Duration patience) {
            return feign(patience).target(FeignApi.class, url).postForResponse();
        }

        @Override
        String text(End end) throws Exception {
            try (var body = ((feign.Response) end.result()).body().asInputStream()) {
                return new String(body.readAllBytes(), StandardCharsets.UTF_8);
            }
        }
    },
    JAX_RS {
        @Override
        Object post(String url, Duration patience) {
            return jaxRs(url, patience);
        }

        @Override
        Optional<String> method() {
            return Optional.empty();
        }

        @Override
        boolean readsRefusals() {
            return false;
        }

        @Override
        String text(End end) {
            return ((Response) end.result()).readEntity(String.class);
        }
    },
    JAX_RS_EXCEPTION {
        @Override
        Object post(String url, Duration patience) {
            Response response = jaxRs(url, patience);
            if (response.getStatus() >= 300) {
                throw new WebApplicationException(response);
            }
            return response;
        }

        @Override
        Optional<String> method() {
            return Optional.empty();
        }

        @Override
        boolean readsRefusals() {
            return false;
        }

        @Override
        String text(End end) {
            return ((WebApplicationException) end.error()).getResponse().readEntity(String.class);
        }
    };

    interface RetrofitApi {
        @POST("/")
        Call<ResponseBody> post(@retrofit2.http.Body RequestBody body);
    }

    interface FeignApi {
        @RequestLine("POST /")
        @Body("x")
        String post();

        @RequestLine("POST /")
        @Body("x")
        feign.Response postForResponse();
    }

    abstract Object post(String url, Duration patience) throws Exception;

    /** The exception of a call that is given up when it has arrived; for clients that have a way of their own. */
    Throwable giveUp(String url, CountDownLatch arrived) throws Exception {
        throw new UnsupportedOperationException();
    }

    /** Runs the call on this thread, and what gives it up on another. */
    static Throwable ended(Callable<?> call, CountDownLatch arrived, Runnable giveUp) {
        Thread other = new Thread(
                () -> {
                    try {
                        arrived.await();
                    } catch (InterruptedException e) {
                        return;
                    }
                    giveUp.run();
                },
                "impatient");
        other.setDaemon(true);
        other.start();
        try {
            throw new AssertionError("answered with " + call.call());
        } catch (Exception e) {
            return e;
        }
    }

    /** With more patience than a busy machine needs. */
    Object post(String url) throws Exception {
        return post(url, Duration.ofSeconds(20));
    }

    /** The method as far as the client shows it. */
    Optional<String> method() {
        return Optional.of("POST");
    }

    /** Whether what it returns is the answer and not only its content. */
    boolean returnsAnswers() {
        return true;
    }

    /** Whether all of a refusal is left: headers and body. */
    boolean keepsRefusals() {
        return true;
    }

    /** Whether the body of a refusal is in memory before the user asks. */
    boolean readsRefusals() {
        return true;
    }

    /** The body of a refusal as the user gets it. */
    abstract String text(End end) throws Exception;

    static OkHttpClient okHttp(Duration patience) {
        return new OkHttpClient.Builder().readTimeout(patience).build();
    }

    private static Call<ResponseBody> retrofit(String url, Duration patience) {
        return new Retrofit.Builder()
                .client(okHttp(patience))
                .baseUrl(url)
                .build()
                .create(RetrofitApi.class)
                .post(RequestBody.create("x", MediaType.get("text/plain")));
    }

    private static RequestConfig apacheConfig(Duration patience) {
        return RequestConfig.custom().setResponseTimeout(Timeout.of(patience)).build();
    }

    static CloseableHttpClient apache(Duration patience) {
        return HttpClients.custom()
                .setDefaultRequestConfig(apacheConfig(patience))
                .disableAutomaticRetries()
                .build();
    }

    static HttpPost apachePost(String url) {
        HttpPost post = new HttpPost(url);
        post.setEntity(new StringEntity("x"));
        return post;
    }

    static CloseableHttpAsyncClient apacheAsync(Duration patience) {
        CloseableHttpAsyncClient client = HttpAsyncClients.custom()
                .setDefaultRequestConfig(apacheConfig(patience))
                .disableAutomaticRetries()
                .build();
        client.start();
        return client;
    }

    static SimpleHttpRequest asyncPost(String url) {
        return SimpleRequestBuilder.post(url)
                .setBody("x", ContentType.TEXT_PLAIN)
                .build();
    }

    private static Feign.Builder feign(Duration patience) {
        return Feign.builder()
                .options(new Request.Options(20, TimeUnit.SECONDS, patience.toMillis(), TimeUnit.MILLISECONDS, true))
                .retryer(Retryer.NEVER_RETRY);
    }

    private static Response jaxRs(String url, Duration patience) {
        return ClientBuilder.newBuilder()
                .readTimeout(patience.toMillis(), TimeUnit.MILLISECONDS)
                .build()
                .target(url)
                .request()
                .post(Entity.text("x"));
    }

    private static <T> T cause(Callable<T> call) throws Exception {
        try {
            return call.call();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof Exception cause ? cause : e;
        }
    }
}
