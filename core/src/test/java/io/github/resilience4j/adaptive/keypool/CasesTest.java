package io.github.resilience4j.adaptive.keypool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent;
import io.github.resilience4j.adaptive.keypool.internal.ManualTime;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The collected cases K1 to K6; K3 and the rest of K4 are in {@link CompositionTest}. */
class CasesTest {

    private final ManualTime time = new ManualTime();
    private final Upstream upstream = new Upstream();

    private ApiKeyPool pool(int keys) {
        return time.pool("maps", ApiKeyPoolConfig.ofDefaults(), Upstream.keys(keys));
    }

    @Test
    void twoDeadKeysOfSixCostTwoCallsAndThenNothingForAnHour() throws Throwable {
        ApiKeyPool pool = pool(6);
        upstream.answer("key-2", Answer.UNAUTHORIZED).answer("key-5", Answer.UNAUTHORIZED);

        for (int i = 0; i < 600; i++) {
            assertThat(pool.execute(upstream).status()).isEqualTo(200);
            time.advance(Duration.ofSeconds(5));
        }

        List<String> called = upstream.called();
        assertThat(called).hasSize(602);
        assertThat(Collections.frequency(called, "key-2")).isOne();
        assertThat(Collections.frequency(called, "key-5")).isOne();
        assertThat(pool.stats("key-2").orElseThrow().state()).isEqualTo("BENCHED");
        assertThat(pool.stats("key-2").orElseThrow().failures()).isOne();
    }

    @Test
    void aKeyIsBenchedUntilItsWindowResets() throws Throwable {
        Instant now = Instant.parse("2026-07-31T12:00:00Z");
        ApiKeyPool pool = time.pool(
                "maps",
                ApiKeyPoolConfig.custom()
                        .clock(Clock.fixed(now, ZoneOffset.UTC))
                        .build(),
                Upstream.keys(2));
        long reset = now.getEpochSecond() + 40;
        upstream.answer(
                "key-1",
                ResponseView.of(
                        429,
                        Map.of("X-RateLimit-Remaining", List.of("0"), "X-RateLimit-Reset", List.of("" + reset)),
                        ""));

        assertThat(pool.execute(upstream).status()).isEqualTo(200);

        assertThat(pool.stats("key-1").orElseThrow().benchedFor()).isEqualTo(Duration.ofSeconds(40));
        time.advance(Duration.ofSeconds(40).minusNanos(1));
        assertThat(pool.stats("key-1").orElseThrow().state()).isEqualTo("BENCHED");
        time.advance(Duration.ofNanos(1));
        assertThat(pool.stats("key-1").orElseThrow().state()).isEqualTo("AVAILABLE");
    }

    @Test
    void aServerInTroubleBenchesNobodyHoweverOften() throws Throwable {
        ApiKeyPool pool = pool(1);
        upstream.answer("key-1", Answer.ERROR);

        for (int i = 0; i < 60; i++) {
            assertThat(pool.execute(upstream).status()).isEqualTo(500);
            time.advance(Duration.ofSeconds(1));
        }

        assertThat(pool.stats()).containsExactly(new ApiKeyStats("key-1", "AVAILABLE", 60, 60, Duration.ZERO, ""));
    }

    @Test
    void whenAllAreBenchedTheSmallestTimeThatIsLeftIsToldAndOneEventRaised() throws Throwable {
        ApiKeyPool pool = pool(3);
        List<ApiKeyPoolEvent.Exhausted> events = new ArrayList<>();
        pool.events().onExhausted(events::add);
        upstream.answer("key-1", Answer.tooManyFor(Duration.ofSeconds(90)))
                .answer("key-2", Answer.tooManyFor(Duration.ofSeconds(30)))
                .answer("key-3", Answer.UNAUTHORIZED);
        var unused = catchThrowableOfType(NoAvailableKeyException.class, () -> pool.execute(upstream));

        time.advance(Duration.ofSeconds(12));
        NoAvailableKeyException refusal =
                catchThrowableOfType(NoAvailableKeyException.class, () -> pool.execute(upstream));

        assertThat(refusal.retryAfter()).isEqualTo(Duration.ofSeconds(18));
        assertThat(refusal).hasNoCause().hasMessageContainingAll("maps", "key-1", "key-2", "key-3", "401", "PT18S");
        assertThat(events).hasSize(1);
        assertThat(events.get(0).retryAfter()).isEqualTo(Duration.ofSeconds(30));
        assertThat(upstream.called()).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource({
        "Retry-After, 40, 40",
        "Retry-After, 'Fri, 31 Jul 2026 12:00:40 GMT', 40",
        "Retry-After, 1785499240, 40",
        "Retry-After, 'Fri, 31 Jul 2026 11:00:00 GMT', 0",
        "X-RateLimit-Reset, 1785490000, 0",
        "Retry-After, 1296000, 1296000",
        "Retry-After, 99999999999999999999, 2678400",
        "Retry-After, soon, 60",
        "Retry-After, -5, 60",
        "X-Nothing, 1, 60"
    })
    void theTimeIsReadInAllItsForms(String header, String value, long seconds) throws Throwable {
        Instant now = Instant.parse("2026-07-31T12:00:00Z");
        ApiKeyPool pool = time.pool(
                "maps",
                ApiKeyPoolConfig.custom()
                        .outcomeClassifier(OutcomeClassifier.standard(Clock.fixed(now, ZoneOffset.UTC)))
                        .build(),
                Upstream.keys(2));
        upstream.answer("key-1", Answer.of(429, header, value));

        assertThat(pool.execute(upstream).status()).isEqualTo(200);

        assertThat(pool.stats("key-1").orElseThrow().benchedFor()).isEqualTo(Duration.ofSeconds(seconds));
    }

    @Test
    void aThousandSelectionsAreAThousandPermits() throws Throwable {
        ApiKeyPool pool = pool(10);

        for (int i = 0; i < 1_000; i++) {
            pool.execute(upstream);
        }

        assertThat(pool.stats()).extracting(ApiKeyStats::calls).containsOnly(100L);
        assertThat(pool.stats())
                .allSatisfy(stats -> assertThat(pool.limiter(stats.keyId())
                                .orElseThrow()
                                .getMetrics()
                                .getAvailablePermissions())
                        .isZero());
    }

    @Test
    void askingTakesNothing() throws Throwable {
        ApiKeyPool pool = pool(10);

        for (int i = 0; i < 1_000; i++) {
            pool.stats();
            pool.snapshot();
        }

        assertThat(pool.stats())
                .allSatisfy(stats -> assertThat(pool.limiter(stats.keyId())
                                .orElseThrow()
                                .getMetrics()
                                .getAvailablePermissions())
                        .isEqualTo(100));
    }
}
