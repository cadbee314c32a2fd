package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What operators promise besides for sources that may end without an element. */
public abstract class MayBeEmptyKit extends SubscriptionsKit {

    @Test
    void anEmptyEndIsASuccess() {
        upstream.endsWith(List.of());

        assertThat(subscribe(limiter)).succeedsWithin(SOON).isEqualTo(List.of());

        assertThat(limiter.snapshot().inFlight()).isZero();
        assertThat(limiter.snapshot().lastSuccessAt()).isNotNull();
    }
}
