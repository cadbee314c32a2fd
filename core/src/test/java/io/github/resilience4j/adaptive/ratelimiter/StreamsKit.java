package io.github.resilience4j.adaptive.ratelimiter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What operators promise besides for sources of any number of elements. */
public abstract class StreamsKit extends MayBeEmptyKit {

    @Test
    void aThousandElementsAreOneCall() {
        List<Object> thousand = Collections.nCopies(1000, Reply.OK);
        upstream.endsWith(thousand);

        assertThat(subscribe(limiter)).succeedsWithin(SOON).isEqualTo(thousand);

        assertThat(limiter.getMetrics().getAvailablePermissions()).isEqualTo(1);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void theFirstElementIsTheAnswer() {
        upstream.endsWith(List.of(Reply.OK, Reply.TOO_MANY));

        assertThat(subscribe(limiter)).succeedsWithin(SOON);

        assertThat(limiter.snapshot().throttledCalls()).isZero();
    }
}
