package io.github.resilience4j.adaptive.keypool.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The benches of one key: the one that stands, and those that single calls suspect it deserves. A key is benched as long as
 * any of them lasts. Every change makes a bench longer or leaves it, with three exceptions: a call takes back its own
 * suspicion, a ping has shown that the very bench it saw is wrong, and a new secret is not to blame for the old one.
 *
 * @param version of the secret: what an older one ended with says nothing about this one
 * @param firm the bench that stands; null without one
 * @param suspicions a plain 403 each, by the call that met it
 */
record BenchState(int version, @Nullable Bench firm, List<Suspicion> suspicions) {

    /**
     * A bench that its call may take back.
     *
     * @param call the call
     * @param bench the bench
     */
    record Suspicion(long call, Bench bench) {}

    static final BenchState FREE = new BenchState(0, null, List.of());

    boolean isFree() {
        return firm == null && suspicions.isEmpty();
    }

    boolean isBenched(long now) {
        return !isFree() && longest().until() > now;
    }

    /** The bench that ends last; only of a key that has one. */
    Bench longest() {
        Bench longest = firm;
        for (Suspicion suspicion : suspicions) {
            longest = longer(longest, suspicion.bench);
        }
        if (longest == null) {
            throw new IllegalStateException("No bench");
        }
        return longest;
    }

    /** A call with that version of the secret ended with this. A bench that is over as it begins is none. */
    BenchState benched(Bench bench, int ofVersion) {
        return bench.isOver(bench.since()) || isOutdated(bench, ofVersion)
                ? this
                : new BenchState(version, longer(firm, bench), suspicions);
    }

    /** The same, and the call may take it back. */
    BenchState suspected(long call, Bench bench, int ofVersion) {
        if (isOutdated(bench, ofVersion)) {
            return this;
        }
        List<Suspicion> more = new ArrayList<>(suspicions);
        more.add(new Suspicion(call, bench));
        return new BenchState(version, firm, List.copyOf(more));
    }

    /** It was not the key's fault. Any other bench stays. */
    BenchState cleared(long call) {
        return keeping(suspicion -> suspicion.call != call);
    }

    /** The suspicion of a call stands from now on. */
    BenchState confirmed(long call) {
        Bench bench = suspicionOf(call);
        return bench == null ? this : new BenchState(version, longer(firm, bench), cleared(call).suspicions);
    }

    /** Nobody could be asked whose fault it was: what stands is another, shorter bench. */
    BenchState doubted(long call, Bench instead) {
        return suspicionOf(call) == null
                ? this
                : new BenchState(version, longer(firm, instead), cleared(call).suspicions);
    }

    /** A ping, or another pool, has shown that a bench is wrong. */
    BenchState returned(String token) {
        return firm != null && firm.token().equals(token) ? new BenchState(version, null, suspicions) : this;
    }

    /** There is a new secret. What the limits said stays: they are those of the account. */
    BenchState renewed() {
        Bench kept = firm == null || firm.cause().isAboutTheSecret() ? null : firm;
        return new BenchState(version + 1, kept, List.of());
    }

    /** What is over is forgotten. */
    BenchState at(long now) {
        Bench lasting = firm == null || firm.isOver(now) ? null : firm;
        BenchState left = keeping(suspicion -> !suspicion.bench.isOver(now));
        return Objects.equals(lasting, firm) ? left : new BenchState(version, lasting, left.suspicions);
    }

    @Nullable
    Bench suspicionOf(long call) {
        for (Suspicion suspicion : suspicions) {
            if (suspicion.call == call) {
                return suspicion.bench;
            }
        }
        return null;
    }

    private boolean isOutdated(Bench bench, int ofVersion) {
        return bench.cause().isAboutTheSecret() && ofVersion != version;
    }

    private BenchState keeping(Predicate<Suspicion> kept) {
        List<Suspicion> left = suspicions.stream().filter(kept).toList();
        return left.size() == suspicions.size() ? this : new BenchState(version, firm, left);
    }

    /** Of two that end together the first stays: its beginning counts. */
    private static @Nullable Bench longer(@Nullable Bench a, @Nullable Bench b) {
        if (a == null || b == null) {
            return a == null ? b : a;
        }
        return b.until() > a.until() ? b : a;
    }
}
