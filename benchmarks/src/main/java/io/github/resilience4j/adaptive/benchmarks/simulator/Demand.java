package io.github.resilience4j.adaptive.benchmarks.simulator;

/** When callers want to call. */
interface Demand {

    void begin(Callers callers, Timeline timeline);

    /** A call has been answered. */
    default void ended(Callers callers) {}

    /** The most that is ever wanted, in calls per second. */
    double perSecond();

    /** Workers that each want the next call as soon as the last is answered. */
    static Demand saturated(int workers, Latency latency) {
        return new Demand() {
            @Override
            public void begin(Callers callers, Timeline timeline) {
                callers.want(workers);
            }

            @Override
            public void ended(Callers callers) {
                callers.want(1);
            }

            @Override
            public double perSecond() {
                return workers / latency.meanSeconds();
            }
        };
    }

    /** Every so often a job wakes up and wants many calls at once. */
    static Demand wakeUps(int calls, long period) {
        return new Demand() {
            @Override
            public void begin(Callers callers, Timeline timeline) {
                timeline.every(period, () -> callers.want(calls));
            }

            @Override
            public double perSecond() {
                return calls * 1e9 / period;
            }
        };
    }

    /** The same, but what has not left when the next wake-up comes is not wanted any more: the next one asks anew. */
    static Demand polls(int calls, long period) {
        return new Demand() {
            @Override
            public void begin(Callers callers, Timeline timeline) {
                timeline.every(period, () -> callers.wantInstead(calls));
            }

            @Override
            public double perSecond() {
                return calls * 1e9 / period;
            }
        };
    }
}
