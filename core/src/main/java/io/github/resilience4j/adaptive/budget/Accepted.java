package io.github.resilience4j.adaptive.budget;

/**
 * The calls a server accepted in the trailing window.
 *
 * @param calls how many, 0 or more
 * @param seconds since the first of them; at least 1
 */
public record Accepted(int calls, double seconds) {

    /** The length of the trailing window. */
    public static final int WINDOW_SECONDS = 60;

    /**
     * A span shorter than a second says nothing about a rate.
     *
     * @param calls how many
     * @param seconds since the first of them; taken as at least 1
     */
    public Accepted {
        seconds = Math.max(1, seconds);
    }
}
