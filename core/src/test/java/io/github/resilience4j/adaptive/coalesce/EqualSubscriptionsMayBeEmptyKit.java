package io.github.resilience4j.adaptive.coalesce;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The same for sources that may end without a value, which the kit shows as null. */
public abstract class EqualSubscriptionsMayBeEmptyKit extends EqualSubscriptionsKit {

    /** An empty source. */
    protected abstract Supplier<CompletableFuture<@Nullable String>> assembleEmpty(
            Coalescer<String, String> coalescer, Runnable subscribed);

    private int subscriptionsOfTwo(NullPolicy policy) {
        AtomicInteger subscriptions = new AtomicInteger();
        Supplier<CompletableFuture<@Nullable String>> question = assembleEmpty(
                Coalescer.of(
                        "empty",
                        CoalescerConfig.custom().maxAge(HOUR).nullPolicy(policy).build()),
                subscriptions::incrementAndGet);
        for (int i = 0; i < 2; i++) {
            assertThat(question.get()).succeedsWithin(SOON).isNull();
        }
        return subscriptions.get();
    }

    @Test
    void anEmptySourceStaysEmptyAndIsNotStored() {
        assertThat(subscriptionsOfTwo(NullPolicy.PASS)).isEqualTo(2);
    }

    @Test
    void orItIsStoredIfNullsAre() {
        assertThat(subscriptionsOfTwo(NullPolicy.STORE)).isEqualTo(1);
    }
}
