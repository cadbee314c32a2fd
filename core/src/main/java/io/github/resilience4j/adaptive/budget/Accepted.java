package io.github.resilience4j.adaptive.budget;

/**
 * The calls a server accepted in the trailing window, and how many came when it refused one.
 *
 * @param calls how many, 0 or more
 * @param seconds since the first of them; at least 1
 * @param load how many came at once
 * @since 0.1
 */
public record Accepted(int calls, double seconds, Load load) {

    /** The length of the trailing window. */
    public static final int WINDOW_SECONDS = 60;

    /**
     * A span shorter than a second says nothing about a rate.
     *
     * @param calls how many
     * @param seconds since the first of them; taken as at least 1
     * @param load how many came at once
     */
    public Accepted {
        seconds = Math.max(1, seconds);
    }

    /**
     * Calls of which nothing but the time is known.
     *
     * @param calls how many
     * @param seconds since the first of them; taken as at least 1
     */
    public Accepted(int calls, double seconds) {
        this(calls, seconds, Load.UNKNOWN);
    }
}
