package io.github.resilience4j.adaptive.samples.portal;

import java.util.Optional;

/**
 * How a portal is doing.
 *
 * @param portal which one
 * @param calls what its upstream has counted
 * @param refused those answered with 429
 * @param limit what its limiter lets through in a window; empty without one
 * @param state of its limiter
 * @param pauseSeconds what is left of a pause
 */
record Status(
        String portal,
        int calls,
        int refused,
        Optional<Double> limit,
        Optional<String> state,
        Optional<Long> pauseSeconds) {

    /** In a few words. */
    String line() {
        return "%3d calls, %3d refused".formatted(calls, refused)
                + limit.map(it -> ", limit %4.1f, %-7s".formatted(it, state.orElse("")))
                        .orElse("");
    }
}
