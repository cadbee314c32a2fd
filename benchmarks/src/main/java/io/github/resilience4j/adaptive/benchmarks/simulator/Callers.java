package io.github.resilience4j.adaptive.benchmarks.simulator;

import io.github.resilience4j.adaptive.benchmarks.simulator.client.Client;
import io.github.resilience4j.adaptive.benchmarks.simulator.client.Client.Call;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.Answer;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.Server;
import java.util.SplittableRandom;

/** Callers that share one limiter. They stand in line; the first of them asks, and asks again when it was told to. */
final class Callers {

    private final Timeline timeline;
    private final Client client;
    private final Server server;
    private final Demand demand;
    private final Latency latency;
    private final SplittableRandom random;
    private final Watch watch;
    private int waiting;
    private long asked;

    Callers(Timeline timeline, Client client, Server server, Demand demand, Latency latency, SplittableRandom random) {
        this.timeline = timeline;
        this.client = client;
        this.server = server;
        this.demand = demand;
        this.latency = latency;
        this.random = random;
        this.watch = new Watch(client);
    }

    void begin() {
        demand.begin(this, timeline);
    }

    void want(int calls) {
        waiting += calls;
        ask();
    }

    /** Who still waits gives up, and others come. */
    void wantInstead(int calls) {
        waiting = 0;
        want(calls);
    }

    Watch watch() {
        return watch;
    }

    private void ask() {
        long turn = ++asked;
        while (waiting > 0) {
            Call call = client.tryLeave();
            if (call == null) {
                timeline.after(client.askAgainIn(), () -> askUnlessAsked(turn));
                return;
            }
            waiting--;
            send(call);
        }
    }

    private void askUnlessAsked(long turn) {
        if (asked == turn) {
            ask();
        }
    }

    private void send(Call call) {
        long sent = timeline.now();
        long thereAndBack = latency.next(random);
        long way = thereAndBack / 8;
        watch.sent(sent);
        timeline.after(way, () -> {
            Answer answer = server.call(timeline.now());
            timeline.after(thereAndBack - 2 * way, () -> server.finish(answer, timeline.now()));
            timeline.after(thereAndBack - way, () -> answered(call, sent, answer));
        });
    }

    private void answered(Call call, long sent, Answer answer) {
        watch.answered(sent, answer, timeline.now(), () -> call.answered(answer));
        demand.ended(this);
        ask();
    }
}
