package io.github.resilience4j.adaptive.budget;

/**
 * A call that left and is known by a number.
 *
 * @param call its number, above 0
 * @param epoch the epoch it left in
 * @param at when it left, in nanoseconds
 * @param asProbe whether it left as a probe
 * @since 0.1
 */
public record Sent(long call, long epoch, long at, boolean asProbe) {}
