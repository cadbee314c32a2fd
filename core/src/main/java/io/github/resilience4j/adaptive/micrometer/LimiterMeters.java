package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Paused;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The meters of one limiter. */
final class LimiterMeters implements Registration {

    private static final String PREFIX = "resilience4j.adaptive.ratelimiter.";

    /** Bounds of the waiting time's histogram: from hardly noticed to longer than anybody should wait. */
    private static final Duration[] WAITS = {
        Duration.ofMillis(10),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(30),
        Duration.ofMinutes(1)
    };

    private final MeterRegistry registry;
    private final Tags tags;
    private final OwnMeters<AdaptiveRateLimiter, Snapshot> meters;
    private final Map<PauseReason, Counter> pauses = new EnumMap<>(PauseReason.class);
    private final List<Registration> listening;

    LimiterMeters(AdaptiveRateLimiter limiter, MeterRegistry registry) {
        this.registry = registry;
        this.tags = OwnMeters.tags(limiter.getName(), limiter.getTags());
        this.meters = new OwnMeters<>(PREFIX, limiter, AdaptiveRateLimiter::snapshot, tags, registry);
        addGauges();
        addCounters();
        Timer waits = meters.add(Timer.builder(PREFIX + "waiting.time")
                .description("How long served callers waited that had to wait")
                .serviceLevelObjectives(WAITS)
                .tags(tags)
                .register(registry));
        this.listening = List.of(
                limiter.events().onPaused(this::count),
                limiter.events().onWaited(event -> waits.record(event.waited())));
    }

    private void addGauges() {
        meters.gauge("limit", "The limit in force, in permits per refresh period", Snapshot::limitForPeriod);
        meters.gauge(
                "configured.limit", "The ceiling, in permits per refresh period", Snapshot::configuredLimitForPeriod);
        meters.gauge("waiting.calls", "Callers that wait", Snapshot::waiting);
        meters.gauge("inflight.calls", "Calls that left and have not been answered", Snapshot::inFlight);
        meters.gauge("consecutive.failures", "Failures since the last success", Snapshot::consecutiveFailures);
        for (State state : State.values()) {
            meters.gauge(
                    "state",
                    "1 for the state the limiter is in, 0 for the others",
                    Tag.of("state", lowerCase(state)),
                    now -> now.state() == state ? 1 : 0);
        }
        meters.seconds(
                "pause.remaining",
                "Until the pause ends",
                now -> now.pauseRemaining().toNanos() / 1e9);
        meters.seconds(
                "last.success",
                "When the server last served a call, in seconds since 1970; not a number if never",
                now -> secondsSince1970(now.lastSuccessAt()));
    }

    private static double secondsSince1970(@Nullable Instant time) {
        return time == null ? Double.NaN : time.toEpochMilli() / 1e3;
    }

    private void addCounters() {
        meters.counter("throttled.calls", "Calls refused by the server", Snapshot::throttledCalls);
        meters.counter("congestion.events", "Cuts of the limit", Snapshot::congestionEvents);
        meters.counter("rejected.calls", "Calls refused by the limiter", Snapshot::rejectedCalls);
        for (PauseReason reason : PauseReason.values()) {
            if (reason != PauseReason.NONE) {
                pauses.put(
                        reason,
                        meters.add(Counter.builder(PREFIX + "pauses")
                                .description("Pauses that began")
                                .tags(tags)
                                .tag("reason", lowerCase(reason))
                                .register(registry)));
            }
        }
    }

    private void count(Paused event) {
        Counter counter = pauses.get(event.reason());
        if (counter != null && !event.prolonged()) {
            counter.increment();
        }
    }

    private static String lowerCase(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void close() {
        listening.forEach(Registration::close);
        meters.close();
    }
}
