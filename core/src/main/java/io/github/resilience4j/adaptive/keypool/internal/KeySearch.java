package io.github.resilience4j.adaptive.keypool.internal;

import io.github.resilience4j.adaptive.keypool.KeySelection;
import io.github.resilience4j.adaptive.keypool.OnAllBenched;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call's search for its next key: who is left, who lets it leave, what it does if nobody does. Takes at most one permit and
 * never waits itself.
 */
final class KeySearch implements KeySelection.Candidates {

    private final PoolCore pool;
    private final List<String> tried;

    /** Asked for a permit, and others were quicker. Mostly nobody, so no room is made for any. */
    private final List<PooledKey> contended = new ArrayList<>(0);

    /** Out of reach, and so it stays: all waiting counts against one patience. */
    private final List<PooledKey> refused = new ArrayList<>(0);

    private boolean patient;
    private Roster roster;
    private int start;
    private long now;

    KeySearch(PoolCore pool, List<String> tried) {
        this.pool = pool;
        this.tried = tried;
        this.roster = pool.roster();
    }

    /** A new question: what was out of reach may be there now. */
    void begin() {
        contended.clear();
        refused.clear();
        patient = false;
    }

    void refusedBy(PooledKey key) {
        refused.add(key);
    }

    /** Whether a key is there that this call has not tried and not found out of reach: for that it would come in vain. */
    boolean canLeave() {
        long moment = pool.now();
        for (PooledKey key : pool.roster().keys) {
            if (!tried.contains(key.id())
                    && !refused.contains(key)
                    && !pool.benches().isBenched(key, moment)) {
                return true;
            }
        }
        return pool.isClosed();
    }

    /**
     * Looks.
     *
     * @param permitPatience how long the call would wait at a limiter
     * @param linePatience how long it would wait for a key to return
     * @param inTurn whether it comes from the line
     */
    Step step(long permitPatience, long linePatience, boolean inTurn) {
        if (pool.isClosed()) {
            return new Step.GiveUp();
        }
        roster = pool.roster();
        now = pool.now();
        OnAllBenched.Kind kind = pool.config().getOnAllBenched().kind();
        if (kind == OnAllBenched.Kind.WAIT && !inTurn && !pool.line().isEmpty() && hasHope(linePatience)) {
            return new Step.InLine(linePatience);
        }
        start = roster.round.length == 0 ? 0 : pool.nextTurn(roster.round.length);
        Step step = among(permitPatience);
        if (step != null) {
            return step;
        }
        if (kind == OnAllBenched.Kind.WAIT && hasHope(linePatience)) {
            return new Step.InLine(linePatience);
        }
        step = kind == OnAllBenched.Kind.LEAST_RECENT ? benchedFirst(permitPatience) : null;
        return step == null ? new Step.GiveUp() : step;
    }

    private @Nullable Step among(long patience) {
        List<PooledKey> there = List.of();
        while (true) {
            PooledKey key = choose();
            long wait = key == null ? 0 : key.limiter.nanosToPermit();
            if (wait > patience) {
                // A strategy may prefer a key that is out of reach; then the soonest of the others counts.
                key = soonest(patience);
                if (key != null) {
                    return new Step.AtLimiter(key, patience, false);
                }
            }
            if (key == null && contended.isEmpty()) {
                // A strategy may want none of those that are there. Whom it passes over a whole question long is out of
                // reach, else the call would be called from the line for it again and again.
                refused.addAll(there);
                there = eligible();
                if (there.isEmpty()) {
                    return null;
                }
                continue;
            }
            if (key == null) {
                contended.clear();
                patient = true;
                continue;
            }
            Step step = ask(key, wait, patience, false);
            if (step != null) {
                return step;
            }
        }
    }

    private @Nullable Step ask(PooledKey key, long wait, long patience, boolean despiteBench) {
        if (wait > 0 || patient) {
            return new Step.AtLimiter(key, patience, despiteBench);
        }
        Optional<Permit> permit = key.limiter.limiter.tryAcquire(1);
        if (permit.isPresent()) {
            return new Step.Leave(key, permit.get(), despiteBench);
        }
        contended.add(key);
        return null;
    }

    /** Those that a strategy could have chosen. */
    private List<PooledKey> eligible() {
        return roster.keys.stream().filter(this::isEligible).toList();
    }

    private @Nullable PooledKey choose() {
        int place = KeySelection.NONE;
        // More questions than places: whoever chooses benched keys that often does not ask whether they are.
        for (int asked = 0; asked <= size(); asked++) {
            place = size() == 0
                    ? KeySelection.NONE
                    : pool.config().getSelection().choose(this);
            if (place == KeySelection.NONE) {
                return null;
            }
            if (place < 0 || place >= size() || !isLeft(roster.round[place])) {
                break;
            }
            if (!pool.benches().isBenched(roster.round[place], now)) {
                return roster.round[place];
            }
            // Benched between the question and the answer. Time stands still in a search, so it stays out of this one.
        }
        throw new IllegalStateException(
                pool.config().getSelection() + " chose place " + place + " of " + size() + ", which is not eligible");
    }

    /** The soonest of the keys within reach; the others are remembered. */
    private @Nullable PooledKey soonest(long patience) {
        PooledKey soonest = null;
        long least = Long.MAX_VALUE;
        List<PooledKey> farther = new ArrayList<>();
        for (PooledKey key : roster.keys) {
            if (isEligible(key)) {
                long wait = key.limiter.nanosToPermit();
                if (wait > patience) {
                    farther.add(key);
                } else if (soonest == null || wait < least) {
                    soonest = key;
                    least = wait;
                }
            }
        }
        refused.addAll(farther);
        return soonest;
    }

    /** The key whose bench began first, of those whose limiter lets the call leave; only if all are benched. */
    private @Nullable Step benchedFirst(long patience) {
        PooledKey first = null;
        long since = Long.MAX_VALUE;
        for (PooledKey key : roster.keys) {
            if (tried.contains(key.id())) {
                continue;
            }
            BenchState state = key.benches();
            if (!state.isBenched(now)) {
                return null;
            }
            if (!refused.contains(key) && state.longest().since() < since && key.limiter.nanosToPermit() <= patience) {
                first = key;
                since = state.longest().since();
            }
        }
        if (first == null) {
            return null;
        }
        Step step = ask(first, first.limiter.nanosToPermit(), patience, true);
        return step == null ? new Step.AtLimiter(first, patience, true) : step;
    }

    /** Whether a key that this call has not tried is there, or returns in time. */
    private boolean hasHope(long patience) {
        if (patience <= 0) {
            return false;
        }
        for (PooledKey key : roster.keys) {
            if (!tried.contains(key.id()) && !refused.contains(key)) {
                BenchState state = key.benches();
                if (!state.isBenched(now) || state.longest().left(now) <= patience) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isEligible(PooledKey key) {
        return isLeft(key) && !pool.benches().isBenched(key, now);
    }

    /** Whether this call has not tried it and not been refused there. */
    private boolean isLeft(PooledKey key) {
        return (tried.isEmpty() || !tried.contains(key.id()))
                && (contended.isEmpty() || !contended.contains(key))
                && (refused.isEmpty() || !refused.contains(key));
    }

    @Override
    public int size() {
        return roster.round.length;
    }

    @Override
    public int start() {
        return start;
    }

    @Override
    public boolean isEligible(int place) {
        return isEligible(roster.round[place]);
    }

    @Override
    public String keyId(int place) {
        return roster.round[place].id();
    }

    @Override
    public int weight(int place) {
        return roster.round[place].key.getWeight();
    }

    @Override
    public int inFlight(int place) {
        return roster.round[place].inFlight.get();
    }

    @Override
    public long nanosToPermit(int place) {
        return roster.round[place].limiter.nanosToPermit();
    }
}
