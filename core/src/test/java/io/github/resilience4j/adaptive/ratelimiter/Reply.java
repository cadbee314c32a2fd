package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/** What a server said, reduced to its meaning; {@link #CLASSIFIER} reads it from results and from exceptions. */
record Reply(Outcome outcome) {

    static final Reply OK = new Reply(Outcome.SUCCESS);
    static final Reply NOT_FOUND = new Reply(Outcome.of(Kind.CALLER_FAULT));
    static final Reply UNAUTHORIZED = new Reply(Outcome.of(Kind.AUTH_REJECTED));
    static final Reply QUOTA_SPENT = new Reply(Outcome.of(Kind.QUOTA_SPENT));
    static final Reply SELF_REJECTED = new Reply(Outcome.of(Kind.SELF_REJECTED));
    static final Reply CANCELLED = new Reply(Outcome.of(Kind.CANCELLED));
    static final Reply ERROR_500 = new Reply(Outcome.of(Kind.UNAVAILABLE, Trait.FAILURE));
    static final Reply TOO_MANY = tooMany(RetryHint.none());

    static final OutcomeClassifier CLASSIFIER = Reply::classify;

    static Reply tooManyFor(Duration retryAfter) {
        return tooMany(delay(retryAfter));
    }

    static Reply unavailableFor(Duration retryAfter) {
        return new Reply(new Outcome(Kind.THROTTLED, delay(retryAfter), EnumSet.of(Trait.FAILURE)));
    }

    private static Reply tooMany(RetryHint hint) {
        return new Reply(new Outcome(Kind.THROTTLED, hint, Set.of(Trait.NOT_EXECUTED)));
    }

    private static RetryHint delay(Duration retryAfter) {
        return new RetryHint(RetryHint.Kind.DELAY, retryAfter, "Retry-After", retryAfter.toString());
    }

    /** The same as an exception. */
    static final class Thrown extends RuntimeException {
        private final Reply reply;

        Thrown(Reply reply) {
            super(reply.outcome.kind().name());
            this.reply = reply;
        }
    }

    private static Outcome classify(@Nullable Object result, @Nullable Throwable error) {
        if (error instanceof Thrown thrown) {
            return thrown.reply.outcome;
        }
        if (error instanceof Error) {
            return Outcome.of(Kind.FATAL);
        }
        if (error instanceof CancellationException) {
            return Outcome.of(Kind.CANCELLED);
        }
        if (error != null) {
            return Outcome.of(Kind.UNKNOWN, Trait.FAILURE);
        }
        return result instanceof Reply reply ? reply.outcome : Outcome.SUCCESS;
    }
}
