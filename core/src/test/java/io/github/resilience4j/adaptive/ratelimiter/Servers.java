package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.SelfRejection;
import io.github.resilience4j.adaptive.ratelimiter.OneThreadLimiter.Heard;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** How a call can end, and what the limiter should understand of it. */
final class Servers {

    /**
     * The end of a call.
     *
     * @param result an answer; null if it ended with an exception
     * @param error the exception, or null
     * @param heard what that means
     */
    record End(@Nullable ResponseView result, @Nullable Throwable error, Heard heard) {

        private End(ResponseView result, Heard heard) {
            this(result, null, heard);
        }

        private End(Throwable error, Heard heard) {
            this(null, error, heard);
        }

        void tell(AdaptiveRateLimiter limiter) {
            if (error == null) {
                limiter.onResult(result);
            } else {
                limiter.onError(error);
            }
        }

        void tell(AdaptiveRateLimiter.Permit permit) {
            if (error == null) {
                permit.onResult(result);
            } else {
                permit.onError(error);
            }
        }
    }

    private static final class Ours extends RuntimeException implements SelfRejection {
        @Override
        public Duration retryAfter() {
            return Duration.ofSeconds(3);
        }
    }

    private static final long UNNAMED = Answer.UNNAMED;
    private static final End OK = new End(answer(200), heard(Meaning.ACCEPTED, UNNAMED, true, false));
    private static final List<End> OTHERS = List.of(
            new End(answer(404), heard(Meaning.ACCEPTED, UNNAMED, false, false)),
            new End(answer(429), heard(Meaning.REFUSED, UNNAMED, false, false)),
            new End(answer(500), heard(Meaning.TROUBLED, UNNAMED, false, true)),
            new End(answer(503), heard(Meaning.TROUBLED, UNNAMED, false, true)),
            new End(answer(402), heard(Meaning.TROUBLED, UNNAMED, false, true)),
            new End(answer(401), heard(Meaning.SILENT, UNNAMED, false, true)),
            new End(new IllegalStateException("a bug"), heard(Meaning.SILENT, UNNAMED, false, true)),
            new End(new CancellationException(), heard(Meaning.SILENT, UNNAMED, false, false)),
            new End(new Ours(), heard(Meaning.SILENT, UNNAMED, false, false)));
    private static final int[] SECONDS = {0, 1, 2, 7, 60, 3_600, 63_160, 10_000_000};

    private Servers() {}

    static End any(Random random) {
        return switch (random.nextInt(6)) {
            case 0, 1 -> OK;
            case 2 -> refused(SECONDS[random.nextInt(SECONDS.length)]);
            case 3 -> overloaded(SECONDS[random.nextInt(SECONDS.length)]);
            default -> OTHERS.get(random.nextInt(OTHERS.size()));
        };
    }

    static End anyAnswer(Random random) {
        End end = any(random);
        return end.error() == null ? end : OK;
    }

    static End served() {
        return OK;
    }

    static End refused(int retryAfter) {
        return new End(answer(429, retryAfter), heard(Meaning.REFUSED, nanos(retryAfter), false, false));
    }

    static End overloaded(int retryAfter) {
        return new End(answer(503, retryAfter), heard(Meaning.HELD, nanos(retryAfter), false, true));
    }

    private static long nanos(int seconds) {
        return TimeUnit.SECONDS.toNanos(seconds);
    }

    private static Heard heard(Meaning meaning, long delay, boolean success, boolean failure) {
        return new Heard(new Answer(meaning, delay), success, failure);
    }

    private static ResponseView answer(int status) {
        return ResponseView.of(status, Map.of(), "");
    }

    private static ResponseView answer(int status, int retryAfter) {
        return ResponseView.of(status, Map.of("Retry-After", List.of(Integer.toString(retryAfter))), "");
    }
}
