package io.github.resilience4j.adaptive.client.apache;

import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.RetryConfig;
import java.io.IOException;
import org.apache.hc.client5.http.HttpRequestRetryStrategy;
import org.apache.hc.core5.http.HttpRequest;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.protocol.HttpContext;
import org.apache.hc.core5.util.TimeValue;
import org.jspecify.annotations.Nullable;

/** Lets the client repeat by the rules of a call's retry. The client asks once for each attempt that is over. */
final class ListeningRetryStrategy implements HttpRequestRetryStrategy {

    @Override
    public boolean retryRequest(HttpRequest request, IOException error, int attempt, HttpContext context) {
        RetryConfig config = CallFacts.retryOf(context);
        return config != null && config.getExceptionPredicate().test(error) && attempt < config.getMaxAttempts();
    }

    @Override
    public boolean retryRequest(HttpResponse response, int attempt, HttpContext context) {
        RetryConfig config = CallFacts.retryOf(context);
        return config != null && config.getResultPredicate().test(response) && attempt < config.getMaxAttempts();
    }

    @Override
    public TimeValue getRetryInterval(HttpRequest request, IOException error, int attempt, HttpContext context) {
        return interval(CallFacts.retryOf(context), attempt, Either.left(error));
    }

    @Override
    public TimeValue getRetryInterval(HttpResponse response, int attempt, HttpContext context) {
        return interval(CallFacts.retryOf(context), attempt, Either.right(response));
    }

    private static TimeValue interval(
            @Nullable RetryConfig config, int attempt, Either<Throwable, HttpResponse> ending) {
        return config == null
                ? TimeValue.ZERO_MILLISECONDS
                : TimeValue.ofMilliseconds(
                        config.<HttpResponse>getIntervalBiFunction().apply(attempt, ending));
    }
}
