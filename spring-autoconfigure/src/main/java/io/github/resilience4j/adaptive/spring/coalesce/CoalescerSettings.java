package io.github.resilience4j.adaptive.spring.coalesce;

import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.NullPolicy;
import java.time.Duration;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * The settings of a coalescer, or of a config that coalescers are based on. What is left out is inherited.
 *
 * <p>The annotation is for the metadata, which cannot describe the values of a map: editors know these settings by the
 * config {@code default}.
 *
 * @param baseConfig Name of the config that these settings are based on. Without it: "default", which need not be there.
 * @param maxAge How old a stored value may be for callers that do not say, counted from the start of the call that brought
 *     it; 0 for never from the store, calls in flight are still joined.
 * @param timeoutDuration How long a caller waits for a call in flight, 0 or more. The call goes on without it.
 * @param maximumSize Most stored values, 0 or more.
 * @param maxInFlight Most calls in flight, 1 or more; a further one is refused.
 * @param maxFlightAge How long a call can be joined, above 0. An older one is taken for lost.
 * @param nullPolicy What becomes of a call that returns null.
 * @param negativeLife How long a failure is remembered and given at once, 0 for never.
 * @param staleOnTimeout How old a value may be that is given instead of a timeout; 0 for none.
 * @param staleOnError How old a value may be that is given instead of a failure; 0 for none.
 * @param writableStackTraceEnabled Whether the coalescer's exceptions carry the stack trace of the caller.
 * @param tags Tags of the coalescer's meters, besides those of all coalescers.
 * @since 0.1
 */
@ConfigurationProperties("resilience4j.adaptive.coalescer.configs.default")
public record CoalescerSettings(
        @Nullable String baseConfig,
        @Nullable Duration maxAge,
        @Nullable Duration timeoutDuration,
        @Nullable Long maximumSize,
        @Nullable Integer maxInFlight,
        @Nullable Duration maxFlightAge,
        @Nullable NullPolicy nullPolicy,
        @Nullable Duration negativeLife,
        @Nullable Duration staleOnTimeout,
        @Nullable Duration staleOnError,
        @Nullable Boolean writableStackTraceEnabled,
        @Nullable Map<String, String> tags) {

    void apply(CoalescerConfig.Builder builder) {
        set(maxAge, builder::maxAge);
        set(timeoutDuration, builder::timeoutDuration);
        set(maximumSize, builder::maximumSize);
        set(maxInFlight, builder::maxInFlight);
        set(maxFlightAge, builder::maxFlightAge);
        set(nullPolicy, builder::nullPolicy);
        set(negativeLife, builder::negativeLife);
        set(staleOnTimeout, builder::staleOnTimeout);
        set(staleOnError, builder::staleOnError);
        set(writableStackTraceEnabled, builder::writableStackTraceEnabled);
    }

    private static <T> void set(@Nullable T value, Consumer<T> setter) {
        if (value != null) {
            setter.accept(value);
        }
    }
}
