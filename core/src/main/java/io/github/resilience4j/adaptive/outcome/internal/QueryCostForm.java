package io.github.resilience4j.adaptive.outcome.internal;

/** Shopify's GraphQL: what the query costs, what is in the bucket, and how fast it fills. */
final class QueryCostForm implements HintForm {

    // Keeps the arithmetic within a long; no real bucket comes near.
    private static final long LARGEST = 1_000_000_000;

    @Override
    public Reading read(Answer answer) {
        Decimal cost = answer.body().queryCost();
        Decimal available = answer.body().costAvailable();
        Decimal rate = answer.body().costRestoredPerSecond();
        if (cost == null || available == null || rate == null || rate.whole() == 0 || rate.whole() > LARGEST) {
            return Reading.ABSENT;
        }
        String raw = cost.whole() + " of " + available.whole() + " at " + rate.whole() + " per second";
        // Parts of points are dropped from what there is and from the rate, and rounded up in what is needed: never
        // early.
        long missing = cost.whole() + (cost.nanos() > 0 ? 1 : 0) - available.whole();
        if (missing <= 0) {
            return Reading.somethingElse("body cost", raw, "enough is available");
        }
        long seconds = missing / rate.whole();
        long rest = (missing % rate.whole() * Nanos.PER_SECOND + rate.whole() - 1) / rate.whole();
        return Reading.wait(Nanos.plus(Nanos.times(seconds, Nanos.PER_SECOND), rest), "body cost", raw);
    }

    @Override
    public String name() {
        return "body query cost";
    }
}
