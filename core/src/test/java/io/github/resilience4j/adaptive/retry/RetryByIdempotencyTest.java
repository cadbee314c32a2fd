package io.github.resilience4j.adaptive.retry;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry.ByIdempotency;
import io.github.resilience4j.core.functions.Either;
import io.github.resilience4j.retry.RetryConfig;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** For whoever knows before a call whether it may be repeated. */
class RetryByIdempotencyTest {

    private static final Told NOT_EXECUTED = Told.of(Kind.UNAVAILABLE, Trait.FAILURE, Trait.NOT_EXECUTED);

    private final List<GaveUp> gaveUp = new ArrayList<>();
    private final RetryAfterAwareRetry.Builder<Object> builder =
            RetryAfterAwareRetry.custom().outcomeClassifier(Told.CLASSIFIER).onGaveUp(gaveUp::add);

    private static boolean retries(RetryConfig config, Told told) {
        boolean asResult = config.getResultPredicate().test(told);
        assertThat(config.getExceptionPredicate().test(told.thrown())).isEqualTo(asResult);
        return asResult;
    }

    @Test
    void onlyWhatIsKnownToBeIdempotentIsRepeatedAfterItMayHaveBeenExecuted() {
        ByIdempotency configs = builder.buildByIdempotency();

        assertThat(retries(configs.idempotent(), Told.UNAVAILABLE)).isTrue();
        assertThat(retries(configs.others(), Told.UNAVAILABLE)).isFalse();
        assertThat(retries(configs.others(), NOT_EXECUTED)).isTrue();
        assertThat(gaveUp).extracting(GaveUp::reason).containsOnly(GaveUp.Reason.NOT_IDEMPOTENT);
    }

    @Test
    void aDeclarationCountsForTheOthersOnly() {
        ByIdempotency declared = builder.idempotent(true).buildByIdempotency();
        ByIdempotency denied = builder.idempotent(false).buildByIdempotency();

        assertThat(retries(declared.others(), Told.UNAVAILABLE)).isTrue();
        assertThat(retries(denied.others(), Told.UNAVAILABLE)).isFalse();
        assertThat(retries(denied.idempotent(), Told.UNAVAILABLE)).isTrue();
    }

    @Test
    void bothSpendOneBudget() {
        ByIdempotency configs = builder.retryBudget(0.001).buildByIdempotency();
        int retries = 0;

        for (int i = 0; i < 20; i++) {
            RetryConfig config = i % 2 == 0 ? configs.idempotent() : configs.others();
            if (config.getResultPredicate().test(NOT_EXECUTED)) {
                var unused = config.getIntervalBiFunction().apply(1, Either.right(NOT_EXECUTED));
                retries++;
            }
        }

        assertThat(retries).isBetween(RetryBudget.SAVINGS - 1, RetryBudget.SAVINGS);
    }
}
