package io.github.resilience4j.adaptive.client.okhttp;

import io.github.resilience4j.adaptive.client.ClientKit;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import okhttp3.Call;
import okhttp3.OkHttpClient;

class BlockingOkHttpTest extends ClientKit {

    @Override
    protected boolean answersChallenges() {
        return true;
    }

    @Override
    protected Client connect(OutgoingCalls calls, Duration readTimeout) {
        OkHttpClient client = OkHttpRequests.client(calls, readTimeout);
        return new Client() {
            @Override
            public CompletableFuture<Answer> call(String method, URI uri, Map<String, String> headers, String body) {
                Call call = client.newCall(OkHttpRequests.request(method, uri, headers, body));
                CompletableFuture<Answer> answer = new CompletableFuture<>();
                var made = onAThread(() -> OkHttpRequests.answer(call.execute()));
                var unusedEnd = made.whenComplete((value, error) -> {
                    if (error == null) {
                        answer.complete(value);
                    } else {
                        answer.completeExceptionally(error);
                    }
                });
                var unusedCancel = answer.whenComplete((value, error) -> {
                    if (answer.isCancelled()) {
                        call.cancel();
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
}
