package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Quota;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.QuotaHint;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Hands on to the budget what served answers tell about the limit. */
final class ToldQuotas {

    private static final Logger LOG = LoggerFactory.getLogger(ToldQuotas.class);

    /** A window whose end is told in whole seconds may end up to one later. */
    private static final Duration GRAIN = Duration.ofSeconds(1);

    private static final Duration LONGEST_WINDOW = Duration.ofDays(366);

    private final OutcomeClassifier classifier;
    private final Admission admission;
    private final InFlightLimit inFlight;

    ToldQuotas(OutcomeClassifier classifier, Admission admission, InFlightLimit inFlight) {
        this.classifier = classifier;
        this.admission = admission;
        this.inFlight = inFlight;
    }

    void heed(Outcome outcome, @Nullable Object result, long now) {
        if (outcome.kind() != Outcome.Kind.SUCCESS || result == null) {
            return;
        }
        Quota quota = read(result, now);
        if (quota != null) {
            admission.apply(regime -> regime.told(quota, now));
        }
    }

    /** Users write classifiers; one that throws must not harm the call. */
    private @Nullable Quota read(Object result, long now) {
        try {
            Optional<QuotaHint> hint = classifier.quota(result);
            return hint.isPresent() ? quotaOf(hint.get(), now) : null;
        } catch (Throwable e) {
            LOG.warn("The outcome classifier failed to read a quota; nothing follows from it", e);
            return null;
        }
    }

    /** Calls in flight will be counted by the server and are not in what it says is left. */
    private @Nullable Quota quotaOf(QuotaHint hint, long now) {
        Policy policy = Policy.of(hint);
        if (hint.remaining().isPresent() && hint.reset().isPresent()) {
            long remaining = hint.remaining().getAsLong();
            long free = Math.max(0, remaining - inFlight.count(now));
            return new Quota(
                    free,
                    Math.max(1, nanos(endOf(hint.reset().get(), remaining))),
                    policy.perSecond(),
                    policy.window());
        }
        return policy.window() == 0
                ? null
                : new Quota(hint.limit().orElse(0), policy.window(), policy.perSecond(), policy.window());
    }

    private static Duration endOf(Duration reset, long remaining) {
        boolean isLate = (reset.isZero() || remaining == 0) && reset.toNanosPart() == 0;
        return isLate ? reset.plus(GRAIN) : reset;
    }

    /** So many calls in every window, if the server says so. */
    private record Policy(double perSecond, long window) {

        static final Policy UNTOLD = new Policy(Double.POSITIVE_INFINITY, 0);

        static Policy of(QuotaHint hint) {
            long limit = hint.limit().orElse(0);
            return hint.window()
                    .filter(length -> limit > 0)
                    .map(length -> new Policy(limit * 1e9 / nanos(length), nanos(length)))
                    .orElse(UNTOLD);
        }
    }

    private static long nanos(Duration duration) {
        return duration.compareTo(LONGEST_WINDOW) < 0 ? duration.toNanos() : LONGEST_WINDOW.toNanos();
    }
}
