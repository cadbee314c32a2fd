package io.github.resilience4j.adaptive.benchmarks.simulator;

import io.github.resilience4j.adaptive.benchmarks.simulator.client.Client;
import io.github.resilience4j.adaptive.benchmarks.simulator.server.Answer;
import java.util.ArrayList;
import java.util.List;

/**
 * Counts what one client does, from outside: it believes what the servers said and when calls left, not what the limiter
 * says of itself. Only the cuts it must ask for.
 */
final class Watch {

    private static final long NEVER = -1;
    private static final long SLOT_NANOS = 600_000_000_000L;

    private final Client client;
    private long sent;
    private long accepted;
    private long refused;
    private final List<Long> acceptedBySlot = new ArrayList<>();

    private long lastCut = NEVER;
    private long repeatedCuts;
    private long pausedUntil;
    private long sentInPauses;
    private boolean probing;
    private long probingSince;
    private int probesOut;
    private int mostProbesOut;

    Watch(Client client) {
        this.client = client;
    }

    void sent(long now) {
        sent++;
        if (now < pausedUntil) {
            sentInPauses++;
        } else if (probing) {
            probesOut++;
            mostProbesOut = Math.max(mostProbesOut, probesOut);
        }
    }

    /** Takes what tells the limiter. */
    void answered(long sentAt, Answer answer, long now, Runnable tell) {
        long cutsBefore = client.cuts();
        tell.run();
        boolean cut = client.cuts() > cutsBefore;
        if (cut && sentAt < lastCut) {
            repeatedCuts++;
        }
        if (cut) {
            lastCut = now;
        }
        if (answer.isRefusal()) {
            refused(sentAt, answer, now);
        } else {
            accepted(sentAt, now);
        }
    }

    private void refused(long sentAt, Answer answer, long now) {
        refused++;
        if (!probing || sentAt >= probingSince) {
            probing = true;
            probesOut = 0;
            probingSince = now;
        }
        pausedUntil = Math.max(pausedUntil, now + answer.retryAfter().delay().toNanos());
    }

    private void accepted(long sentAt, long now) {
        accepted++;
        int slot = (int) (now / SLOT_NANOS);
        while (acceptedBySlot.size() <= slot) {
            acceptedBySlot.add(0L);
        }
        acceptedBySlot.set(slot, acceptedBySlot.get(slot) + 1);
        if (sentAt >= probingSince) {
            probing = false;
        }
    }

    /** The limit in force, in calls per second. */
    double limit() {
        return client.perSecond();
    }

    long sent() {
        return sent;
    }

    long accepted() {
        return accepted;
    }

    /** How many were accepted in the so manieth ten minutes. */
    long acceptedIn(int slot) {
        return slot < acceptedBySlot.size() ? acceptedBySlot.get(slot) : 0;
    }

    /** Ten minutes of which something was accepted, counted from the beginning to the last of them. */
    int slots() {
        return acceptedBySlot.size();
    }

    long refused() {
        return refused;
    }

    long cuts() {
        return client.cuts();
    }

    /** Cuts for a refusal of a call that was sent before the last cut: the same event twice. */
    long repeatedCuts() {
        return repeatedCuts;
    }

    /** Calls sent while a Retry-After was running. */
    long sentInPauses() {
        return sentInPauses;
    }

    /** The most calls that were out at once after a refusal and before a later call had been accepted. */
    int mostProbesOut() {
        return mostProbesOut;
    }
}
