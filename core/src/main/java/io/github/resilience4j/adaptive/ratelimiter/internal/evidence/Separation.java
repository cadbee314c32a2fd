package io.github.resilience4j.adaptive.ratelimiter.internal.evidence;

/**
 * The number that best separates accepted calls from refused ones on an axis. Accepted calls up to a tenth above it
 * count half: where calls come evenly they stay there for a while before they are refused, because a server's window
 * begins at another moment than the one that is looked at.
 *
 * @param bin the highest bin on the accepted side; -1 without accepted calls or without refusals
 * @param error the mean of the share of accepted calls above it and the share of refusals up to it; 0.5 is chance
 */
record Separation(int bin, double error) {

    static final double CHANCE = 0.5;

    private static final Separation NONE = new Separation(-1, CHANCE);

    /** Of numbers that separate equally well the smallest: what lies above it has never been seen to be accepted. */
    static Separation of(long[] accepted, long[] refused) {
        double allAccepted = sum(accepted);
        double allRefused = sum(refused);
        if (allAccepted == 0 || allRefused == 0) {
            return NONE;
        }
        Separation best = NONE;
        double acceptedUpTo = 0;
        double acceptedNearby = 0;
        double refusedUpTo = 0;
        int nearby = 0;
        for (int bin = 0; bin < accepted.length; bin++) {
            acceptedUpTo += accepted[bin];
            refusedUpTo += refused[bin];
            for (int last = aTenthAbove(bin); nearby <= last; nearby++) {
                acceptedNearby += accepted[nearby];
            }
            double falselyAbove = 1 - (acceptedUpTo + acceptedNearby) / 2 / allAccepted;
            double error = (falselyAbove + refusedUpTo / allRefused) / 2;
            if (acceptedUpTo > 0 && (best.bin < 0 || error < best.error)) {
                best = new Separation(bin, error);
            }
        }
        return best;
    }

    /** The last bin that reaches into the tenth above another; of small numbers that one itself. */
    static int aTenthAbove(int bin) {
        long most = Bins.most(bin);
        return Bins.of(most + most / 10);
    }

    static long sum(long[] bins) {
        long sum = 0;
        for (long count : bins) {
            sum += count;
        }
        return sum;
    }
}
