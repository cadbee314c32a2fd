package io.github.resilience4j.adaptive.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.micrometer.common.KeyValue;
import io.micrometer.observation.Observation;
import io.micrometer.observation.ObservationHandler;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AdaptiveRateLimiterObservationsTest {

    private final ObservationRegistry observations = ObservationRegistry.create();
    private final List<String> marks = new ArrayList<>();
    private final AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
            "api",
            AdaptiveRateLimiterConfig.custom()
                    .limitForPeriod(1_000)
                    .limitRefreshPeriod(Duration.ofSeconds(1))
                    .build());

    @BeforeEach
    void observe() {
        observations.observationConfig().observationHandler(new ObservationHandler<>() {
            @Override
            public void onEvent(Observation.Event event, Observation.Context context) {
                marks.add(event.getName());
            }

            @Override
            public void onStop(Observation.Context context) {
                for (KeyValue value : context.getHighCardinalityKeyValues()) {
                    marks.add(value.getKey() + "=" + value.getValue());
                }
            }

            @Override
            public boolean supportsContext(Observation.Context context) {
                return true;
            }
        });
    }

    private void inASpan(Runnable call) {
        Observation.start("call", observations).observe(call);
    }

    @Test
    void whoHadToWaitIsToldHowLong() {
        var unused = AdaptiveRateLimiterObservations.bind(limiter, observations);
        inASpan(() -> {
            assertThat(limiter.acquirePermission(1)).isTrue();
            assertThat(limiter.acquirePermission(1)).isTrue();
        });

        assertThat(marks).hasSize(2).first().isEqualTo(AdaptiveRateLimiterObservations.WAITED);
        assertThat(marks.get(1)).matches(AdaptiveRateLimiterObservations.WAITED + "=api \\d+ ms");
    }

    @Test
    void whoIsTurnedAwayIsToldWhy() {
        limiter.pause(Duration.ofHours(1));
        var unused = AdaptiveRateLimiterObservations.bind(limiter, observations);
        inASpan(() -> assertThat(limiter.acquirePermission(1)).isFalse());

        assertThat(marks)
                .containsExactly(
                        AdaptiveRateLimiterObservations.REJECTED,
                        AdaptiveRateLimiterObservations.REJECTED + "=api PAUSED MANUAL");
    }

    @Test
    void whoMeetsAStopIsToldWhatThePersonSaid() {
        limiter.stop("they move house");
        var unused = AdaptiveRateLimiterObservations.bind(limiter, observations);
        inASpan(() -> assertThat(limiter.acquirePermission(1)).isFalse());

        assertThat(marks).contains(AdaptiveRateLimiterObservations.REJECTED + "=api STOPPED they move house");
    }

    @Test
    void nobodyIsMarkedOutsideASpanOrAfterwards() {
        limiter.pause(Duration.ofHours(1));
        Registration binding = AdaptiveRateLimiterObservations.bind(limiter, observations);
        assertThat(limiter.acquirePermission(1)).isFalse();
        binding.close();
        inASpan(() -> assertThat(limiter.acquirePermission(1)).isFalse());

        assertThat(marks).isEmpty();
    }
}
