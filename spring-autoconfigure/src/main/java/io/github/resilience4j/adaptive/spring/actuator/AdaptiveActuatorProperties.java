package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.internal.RefusedSetting;
import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * The endpoint "adaptive", where it is exposed. Whether it may write is said by management.endpoint.adaptive.access.
 *
 * @param maxKeys How many limiters for single keys are shown of each name, 0 or more; the others are counted.
 * @param events What is remembered of what happened.
 * @param history What is remembered of the limits.
 * @since 0.1
 */
@ConfigurationProperties(prefix = AdaptiveActuatorProperties.PREFIX, ignoreUnknownFields = false)
public record AdaptiveActuatorProperties(
        @DefaultValue("50") int maxKeys,
        @DefaultValue Events events,
        @DefaultValue History history) {

    static final String PREFIX = "resilience4j.adaptive.actuator";

    private static final Duration SHORTEST = Duration.ofMillis(100);
    private static final Duration LONGEST = Duration.ofDays(1);

    /** Ends the start if something makes no sense. */
    void check(WrittenProperties written) {
        try {
            SettingsCheck.atLeast("maxKeys", maxKeys, 0);
            SettingsCheck.between("events.size", events.size, 0, 10_000, "0 to 10000");
            SettingsCheck.between("history.size", history.size, 0, 100_000, "0 to 100000");
            SettingsCheck.check(
                    history.interval.compareTo(SHORTEST) >= 0 && history.interval.compareTo(LONGEST) <= 0,
                    "history.interval",
                    history.interval,
                    "100ms to 1d");
        } catch (RefusedSetting e) {
            throw written.refuse(e, PREFIX);
        }
    }

    /**
     * What is remembered of what happened.
     *
     * @param size How many entries are remembered, 0 to 10000; with 0 nobody listens. Equal ones in a row are one.
     */
    public record Events(@DefaultValue("200") int size) {}

    /**
     * What is remembered of the limits.
     *
     * @param size How many samples are remembered of each limiter, 0 to 100000; with 0 none is taken.
     * @param interval How often a sample is taken, a tenth of a second to a day.
     */
    public record History(
            @DefaultValue("720") int size,
            @DefaultValue("5s") Duration interval) {}
}
