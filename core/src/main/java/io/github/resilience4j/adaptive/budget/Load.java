package io.github.resilience4j.adaptive.budget;

/**
 * How many calls there were when a refused one was sent.
 *
 * @param justSent permits used in the second before, its own included; 0 if not known
 * @param inFlight calls in flight, that one included; 0 if not known
 * @param crowding the part of the calls accepted lately that had fewer in flight beside them; those with as many count
 *     half. NaN if too few were seen
 * @since 0.1
 */
public record Load(int justSent, int inFlight, double crowding) {

    /** Nothing is known but the time. */
    public static final Load UNKNOWN = new Load(0, 0, Double.NaN);
}
