package io.github.resilience4j.adaptive.budget;

import java.util.ArrayList;
import java.util.List;

/**
 * A rate as a function of the time since a recovery began: pieces of cubic polynomials, none of which falls, the last one
 * level for ever. Rates are permits per second, times are seconds. Before its beginning the curve stands at its first
 * rate.
 *
 * <p>The permits a curve grants between two moments are its integral, so what a bucket holds depends on the time that
 * went by and never on how often somebody looked.
 *
 * @since 0.1
 */
public final class RateCurve {

    private final List<Piece> pieces;

    private RateCurve(List<Piece> pieces) {
        this.pieces = pieces;
    }

    /**
     * The rate that never changes.
     *
     * @param rate permits per second
     * @return the level curve
     */
    public static RateCurve level(double rate) {
        return new Builder().endLevelAt(rate);
    }

    /**
     * The rate at a moment.
     *
     * @param seconds since the recovery began; may be negative
     * @return permits per second
     */
    public double rateAt(double seconds) {
        double x = Math.max(0, seconds);
        Piece piece = pieceAt(x);
        return piece.rate(x - piece.start);
    }

    /**
     * The integral of the rate.
     *
     * @param seconds since the recovery began; negative before it
     * @return the permits granted from the beginning to that moment, negative before the beginning
     */
    public double permitsBy(double seconds) {
        if (seconds <= 0) {
            return seconds * pieces.get(0).c0;
        }
        Piece piece = pieceAt(seconds);
        return piece.before + piece.integral(seconds - piece.start);
    }

    /**
     * The inverse of {@link #permitsBy}.
     *
     * @param permits how many are wanted since the beginning; may be negative
     * @return the seconds after which so many are granted, as exactly as a double can say it
     */
    public double secondsFor(double permits) {
        Piece first = pieces.get(0);
        if (permits <= 0) {
            return permits / first.c0;
        }
        Piece piece = first;
        for (Piece candidate : pieces) {
            if (candidate.before > permits) {
                break;
            }
            piece = candidate;
        }
        return piece.start + piece.secondsFor(permits - piece.before);
    }

    /**
     * Whether the rate is the same from a moment on.
     *
     * @param seconds since the recovery began
     * @return true once the last piece is reached
     */
    public boolean isLevelFrom(double seconds) {
        return seconds >= pieces.get(pieces.size() - 1).start;
    }

    /**
     * The same curve, level between two moments at what it is at the first of them or at a bound, whichever is lower.
     *
     * @param rate the bound, above 0
     * @param from seconds since the recovery began
     * @param to seconds since the recovery began
     * @return a curve that is never higher
     */
    RateCurve atMost(double rate, double from, double to) {
        double begin = Math.max(0, from);
        if (to <= begin || rateAt(to) <= rate) {
            return this;
        }
        Builder bounded = new Builder();
        copy(bounded, 0, begin);
        bounded.hold(Math.min(rate, rateAt(begin)), to - begin);
        copy(bounded, to, Double.POSITIVE_INFINITY);
        return new RateCurve(List.copyOf(bounded.pieces));
    }

    private void copy(Builder target, double from, double to) {
        for (int i = 0; i < pieces.size(); i++) {
            Piece piece = pieces.get(i);
            double end = i + 1 < pieces.size() ? pieces.get(i + 1).start : Double.POSITIVE_INFINITY;
            double first = Math.max(from, piece.start);
            double last = Math.min(to, end);
            if (first < last) {
                target.add(last - first, piece.from(first - piece.start));
            }
        }
    }

    private Piece pieceAt(double x) {
        int i = pieces.size() - 1;
        while (pieces.get(i).start > x) {
            i--;
        }
        return pieces.get(i);
    }

    /** One polynomial {@code c0 + c1·x + c2·x² + c3·x³} with {@code x} from the start of the piece. */
    private record Piece(double start, double before, double c0, double c1, double c2, double c3) {

        double rate(double x) {
            return c0 + x * (c1 + x * (c2 + x * c3));
        }

        /** The same polynomial with its zero moved. */
        Piece from(double x) {
            return new Piece(0, 0, rate(x), c1 + x * (2 * c2 + x * 3 * c3), c2 + x * 3 * c3, c3);
        }

        double integral(double x) {
            return x * (c0 + x * (c1 / 2 + x * (c2 / 3 + x * c3 / 4)));
        }

        /** The rate never falls, so the first guess is late and Newton's steps walk down to the answer. */
        double secondsFor(double permits) {
            double x = permits / c0;
            if (c1 == 0 && c2 == 0 && c3 == 0) {
                return x;
            }
            for (int step = 0; step < 50; step++) {
                double next = x - (integral(x) - permits) / rate(x);
                if (next >= x) {
                    break;
                }
                x = next;
            }
            return x;
        }
    }

    /** Puts pieces one behind the other. */
    static final class Builder {

        private final List<Piece> pieces = new ArrayList<>();
        private double start;
        private double before;

        /** From one rate to another, quick at first and level at the end: {@code to − (to − from)(1 − x/seconds)³}. */
        Builder settle(double from, double to, double seconds) {
            double gap = to - from;
            return add(
                    seconds,
                    from,
                    3 * gap / seconds,
                    -3 * gap / (seconds * seconds),
                    gap / (seconds * seconds * seconds));
        }

        Builder hold(double rate, double seconds) {
            return add(seconds, rate, 0, 0, 0);
        }

        Builder climb(double from, double to, double seconds) {
            return add(seconds, from, (to - from) / seconds, 0, 0);
        }

        /** From one rate to another, slowly at first: {@code from + (to − from)(x/seconds)²}. */
        Builder accelerate(double from, double to, double seconds) {
            return add(seconds, from, 0, (to - from) / (seconds * seconds), 0);
        }

        RateCurve endLevelAt(double rate) {
            pieces.add(new Piece(start, before, rate, 0, 0, 0));
            return new RateCurve(List.copyOf(pieces));
        }

        private void add(double seconds, Piece shape) {
            var unused = add(seconds, shape.c0, shape.c1, shape.c2, shape.c3);
        }

        private Builder add(double seconds, double c0, double c1, double c2, double c3) {
            if (seconds > 0) {
                Piece piece = new Piece(start, before, c0, c1, c2, c3);
                pieces.add(piece);
                start += seconds;
                before += piece.integral(seconds);
            }
            return this;
        }
    }
}
