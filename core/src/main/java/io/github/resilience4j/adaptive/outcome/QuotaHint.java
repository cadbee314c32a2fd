package io.github.resilience4j.adaptive.outcome;

import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a server says about its limit before anything is refused: "5 of 100 calls left, the next 100 in 30 s". An answer
 * that was served may carry it; it never asks for a pause.
 *
 * @param limit calls allowed per window, zero or more, if told
 * @param remaining calls left until {@code reset}, zero or more, if told
 * @param reset time until the calls left are what the limit allows again, counted from the moment the answer was received;
 *     never negative, rounded up to whole milliseconds; empty if not told
 * @param window length of the window that {@code limit} is for, positive; empty if not told
 * @param source the field that {@code remaining} or else {@code limit} was read from, for instance {@code "RateLimit"}
 * @since 0.1
 */
public record QuotaHint(
        OptionalLong limit,
        OptionalLong remaining,
        Optional<Duration> reset,
        Optional<Duration> window,
        String source) {

    /**
     * Checks the ranges.
     *
     * @param limit calls allowed per window
     * @param remaining calls left
     * @param reset time until there are more
     * @param window length of the window
     * @param source the field read
     * @throws IllegalArgumentException if a number or the reset is negative, or the window not positive
     * @throws NullPointerException if a field is null
     */
    public QuotaHint {
        Objects.requireNonNull(source, "source");
        if (limit.isPresent() && limit.getAsLong() < 0) {
            throw new IllegalArgumentException("limit is " + limit.getAsLong() + ", it must be zero or more");
        }
        if (remaining.isPresent() && remaining.getAsLong() < 0) {
            throw new IllegalArgumentException("remaining is " + remaining.getAsLong() + ", it must be zero or more");
        }
        if (reset.isPresent() && reset.get().isNegative()) {
            throw new IllegalArgumentException("reset is " + reset.get() + ", it must be zero or more");
        }
        if (window.isPresent() && (window.get().isNegative() || window.get().isZero())) {
            throw new IllegalArgumentException("window is " + window.get() + ", it must be more than zero");
        }
    }
}
