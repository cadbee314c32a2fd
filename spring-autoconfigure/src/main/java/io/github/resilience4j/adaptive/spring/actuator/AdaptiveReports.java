package io.github.resilience4j.adaptive.spring.actuator;

import static java.util.Comparator.comparing;
import static java.util.Comparator.comparingInt;
import static java.util.Comparator.comparingLong;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.actuator.AdaptiveReport.Keyed;
import io.github.resilience4j.adaptive.spring.actuator.AdaptiveReport.Section;
import java.time.Clock;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/** Reads everything, and changes nothing by it. */
final class AdaptiveReports {

    /** What keeps calls back comes first. */
    private static final Comparator<LimiterReport> WORST_FIRST = comparingInt(
                    (LimiterReport limiter) -> limiter.state() == State.RUNNING ? 1 : 0)
            .thenComparing(comparingLong(LimiterReport::rejectedCalls).reversed())
            .thenComparing(LimiterReport::name);

    private final String application;
    private final AdaptiveRateLimiterRegistry limiters;
    private final List<ReportSection> sections;
    private final int maxKeys;
    private final Clock clock;

    AdaptiveReports(
            String application,
            AdaptiveRateLimiterRegistry limiters,
            List<ReportSection> sections,
            int maxKeys,
            Clock clock) {
        this.application = application;
        this.limiters = limiters;
        this.sections = sections;
        this.maxKeys = maxKeys;
        this.clock = clock;
    }

    AdaptiveReport read(boolean writable) {
        return new AdaptiveReport(
                application,
                clock.instant().toString(),
                writable,
                limiters.getAllRateLimiters().stream()
                        .map(LimiterReport::of)
                        .sorted(comparing(LimiterReport::name))
                        .toList(),
                limiters.getKeyedNames().stream().sorted().map(this::keyed).toList(),
                sections.stream().map(Section::of).toList());
    }

    private Keyed keyed(String name) {
        Map<String, AdaptiveRateLimiter> keys = limiters.keyedRateLimiters(name);
        return new Keyed(
                name,
                keys.size(),
                keys.entrySet().stream()
                        .map(each -> LimiterReport.keyed(each.getKey(), each.getValue()))
                        .sorted(WORST_FIRST)
                        .limit(maxKeys)
                        .toList());
    }
}
