package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.PauseReason;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.ratelimiter.event.AdaptiveRateLimiterEvent.Paused;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/** The meters of one limiter. Gauges hold on to the limiter, and it is the same that function counters look at. */
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

    private final AdaptiveRateLimiter limiter;
    private final MeterRegistry registry;
    private final Tags tags;
    private final List<Meter> meters = new ArrayList<>();
    private final Map<PauseReason, Counter> pauses = new EnumMap<>(PauseReason.class);
    private final List<Registration> listening;

    LimiterMeters(AdaptiveRateLimiter limiter, MeterRegistry registry) {
        this.limiter = limiter;
        this.registry = registry;
        this.tags = Tags.of("name", limiter.getName())
                .and(limiter.getTags().entrySet().stream()
                        .map(tag -> Tag.of(tag.getKey(), tag.getValue()))
                        .toList());
        addGauges();
        addCounters();
        Timer waits = added(Timer.builder(PREFIX + "waiting.time")
                .description("How long served callers waited that had to wait")
                .serviceLevelObjectives(WAITS)
                .tags(tags)
                .register(registry));
        this.listening = List.of(
                limiter.events().onPaused(this::count),
                limiter.events().onWaited(event -> waits.record(event.waited())));
    }

    AdaptiveRateLimiter limiter() {
        return limiter;
    }

    private void addGauges() {
        gauge("limit", "The limit in force, in permits per refresh period", Snapshot::limitForPeriod);
        gauge("configured.limit", "The ceiling, in permits per refresh period", Snapshot::configuredLimitForPeriod);
        gauge("waiting.calls", "Callers that wait", Snapshot::waiting);
        gauge("inflight.calls", "Calls that left and have not been answered", Snapshot::inFlight);
        gauge("consecutive.failures", "Failures since the last success", Snapshot::consecutiveFailures);
        for (State state : State.values()) {
            added(gauge("state", now -> now.state() == state ? 1 : 0)
                    .description("1 for the state the limiter is in, 0 for the others")
                    .tag("state", lowerCase(state))
                    .register(registry));
        }
        added(gauge("pause.remaining", now -> now.pauseRemaining().toNanos() / 1e9)
                .description("Until the pause ends")
                .baseUnit("seconds")
                .register(registry));
    }

    private void addCounters() {
        counter("throttled.calls", "Calls refused by the server", Snapshot::throttledCalls);
        counter("congestion.events", "Cuts of the limit", Snapshot::congestionEvents);
        counter("rejected.calls", "Calls refused by the limiter", Snapshot::rejectedCalls);
        for (PauseReason reason : PauseReason.values()) {
            if (reason != PauseReason.NONE) {
                pauses.put(
                        reason,
                        added(Counter.builder(PREFIX + "pauses")
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

    private void gauge(String name, String description, ToDoubleFunction<Snapshot> value) {
        added(gauge(name, value).description(description).register(registry));
    }

    private Gauge.Builder<AdaptiveRateLimiter> gauge(String name, ToDoubleFunction<Snapshot> value) {
        return Gauge.builder(PREFIX + name, limiter, it -> value.applyAsDouble(it.snapshot()))
                .strongReference(true)
                .tags(tags);
    }

    private void counter(String name, String description, ToDoubleFunction<Snapshot> value) {
        added(FunctionCounter.builder(PREFIX + name, limiter, it -> value.applyAsDouble(it.snapshot()))
                .description(description)
                .tags(tags)
                .register(registry));
    }

    private <M extends Meter> M added(M meter) {
        meters.add(meter);
        return meter;
    }

    private static String lowerCase(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public void close() {
        listening.forEach(Registration::close);
        meters.forEach(registry::remove);
    }
}
