package io.github.resilience4j.adaptive.benchmarks.simulator;

import io.github.resilience4j.adaptive.benchmarks.simulator.client.Client;
import io.github.resilience4j.adaptive.benchmarks.simulator.client.Clients;
import io.github.resilience4j.adaptive.benchmarks.simulator.client.Peers;
import java.util.List;
import java.util.stream.Stream;

/**
 * Who is compared.
 *
 * @param title as it stands in tables
 * @param factory makes the client
 * @param keepsToABudget whether the configured budget makes any difference
 */
record Contestant(String title, Client.Factory factory, boolean keepsToABudget) {

    static final Contestant ADAPTIVE = new Contestant("adaptive", Clients.PERMITS, true);
    static final Contestant ADAPTIVE_BY_HOOKS = new Contestant("adaptive, bare hooks", Clients.HOOKS, true);

    static final List<Contestant> PEERS =
            Stream.of(Peers.values()).map(Contestant::of).toList();

    /** Ours first. */
    static final List<Contestant> ALL = Stream.concat(Stream.of(ADAPTIVE, ADAPTIVE_BY_HOOKS), PEERS.stream())
            .toList();

    static Contestant of(Peers peer) {
        return new Contestant(peer.toString(), peer, peer.keepsToABudget());
    }

    /** Ours with so many calls at once; the others do what they do. */
    Client.Factory bursting(int burst) {
        return factory instanceof Clients ours ? ours.bursting(burst) : factory;
    }

    boolean isOurs() {
        return factory instanceof Clients;
    }

    /**
     * Who keeps to no budget is not run with one below the limit: its goodput would be measured by a promise that it does not
     * make.
     */
    boolean runsWith(double budgetPerLimit) {
        return budgetPerLimit >= 1 || keepsToABudget;
    }
}
