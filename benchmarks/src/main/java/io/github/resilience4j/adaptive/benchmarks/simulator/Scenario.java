package io.github.resilience4j.adaptive.benchmarks.simulator;

import io.github.resilience4j.adaptive.benchmarks.simulator.client.Client;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.Limit;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.Server;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.Wording;
import java.time.Duration;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * A server, its callers and how long it goes on. Immutable; the methods give a copy that differs in one thing.
 *
 * @param name what it is about
 * @param limit the hidden limit; chance may vary it
 * @param wording how the server says no
 * @param demand when callers want to call
 * @param latency how long a call takes
 * @param clients how many limiters there are that know nothing of each other
 * @param duration how long the run lasts
 */
record Scenario(
        String name,
        Function<SplittableRandom, Limit> limit,
        Wording wording,
        Demand demand,
        Latency latency,
        int clients,
        Duration duration) {

    private static final int WORKERS = 20;
    private static final Latency USUAL = Latency.ofMillis(40, 120);

    /** Twenty busy workers and exact Retry-Afters, for an hour. */
    static Scenario of(String name, Function<SplittableRandom, Limit> limit) {
        return new Scenario(
                name, limit, Wording.EXACT, Demand.saturated(WORKERS, USUAL), USUAL, 1, Duration.ofHours(1));
    }

    Scenario saying(Wording other) {
        return new Scenario(name, limit, other, demand, latency, clients, duration);
    }

    Scenario wanting(Demand other) {
        return new Scenario(name, limit, wording, other, latency, clients, duration);
    }

    Scenario taking(Latency other) {
        return new Scenario(name, limit, wording, Demand.saturated(WORKERS, other), other, clients, duration);
    }

    Scenario sharedBy(int otherClients) {
        return new Scenario(name, limit, wording, demand, latency, otherClients, duration);
    }

    Scenario lasting(Duration other) {
        return new Scenario(name, limit, wording, demand, latency, clients, other);
    }

    /** One run: the same arguments give the same result, to the last call. */
    Result run(Client.Factory factory, double budgetPerLimit, long seed) {
        return run(factory, budgetPerLimit, seed, (allowed, watches) -> {});
    }

    /** One run that tells the first client's limit, in calls per second, every second. */
    Result run(Client.Factory factory, double budgetPerLimit, long seed, DoubleConsumer everySecond) {
        return run(
                factory,
                budgetPerLimit,
                seed,
                (allowed, watches) -> everySecond.accept(watches.get(0).limit()));
    }

    /** One run that somebody looks at every second. */
    Result run(Client.Factory factory, double budgetPerLimit, long seed, Onlooker onlooker) {
        SplittableRandom random = new SplittableRandom(seed);
        Timeline timeline = new Timeline();
        Limit hidden = limit.apply(random.split());
        Server server = new Server(hidden, wording);
        int budget = (int) Math.round(budgetPerLimit * hidden.perSecond() * 60);
        List<Callers> callers = IntStream.range(0, clients)
                .mapToObj(any -> new Callers(
                        timeline, factory.create(budget, timeline::now), server, demand, latency, random.split()))
                .toList();
        List<Watch> watches = callers.stream().map(Callers::watch).toList();
        callers.forEach(Callers::begin);
        timeline.every(1_000_000_000L, () -> onlooker.aSecondLater(hidden.acceptableBy(timeline.now()), watches));
        timeline.runUntil(duration.toNanos());
        double seconds = duration.toNanos() / 1e9;
        double wanted = Math.min(clients * demand.perSecond(), budget / 60.0 * clients) * seconds;
        return new Result(Math.min(wanted, hidden.acceptableBy(timeline.now())), watches);
    }

    /** Sees a run every second. */
    @FunctionalInterface
    interface Onlooker {

        /** Takes the calls that could have been accepted so far, and what each client did. */
        void aSecondLater(double allowed, List<Watch> watches);
    }
}
