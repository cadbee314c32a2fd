package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Accepted;
import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.internal.Lease.Taken;
import java.time.Duration;
import org.jetbrains.lincheck.datastructures.IntGen;
import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.Operation;
import org.jetbrains.lincheck.datastructures.Param;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.Test;

/**
 * Whatever three threads do to the permits and the regime at once looks as if they had done it one after the other:
 * taking, booking, giving back, a refusal by the server, a changed limit, a drained bucket. Time stands still.
 */
@Param(name = "permits", gen = IntGen.class, conf = "1:3")
@Param(name = "limit", gen = IntGen.class, conf = "2:6")
public class PermitLedgerLincheckIT {

    private static final long NOW = 0;
    private static final MonotonicClock CLOCK = new MonotonicClock(() -> NOW);

    private final PermitLedger ledger = new PermitLedger(
            Regime.initial(
                    AdaptiveRateLimiterConfig.custom()
                            .limitForPeriod(6)
                            .limitRefreshPeriod(Duration.ofSeconds(1))
                            .burst(6)
                            .build()
                            .toBudgetSettings(),
                    NOW),
            NOW);

    @Operation
    public boolean take(@Param(name = "permits") int permits) {
        while (true) {
            Lease lease = ledger.current();
            Taken taken = lease.open ? lease.take(permits, CLOCK, false) : Taken.NO;
            if (taken != Taken.RETRY) {
                return taken == Taken.YES;
            }
            ledger.advance(NOW);
        }
    }

    @Operation
    public void book(@Param(name = "permits") int permits) {
        while (!ledger.current().book(permits, NOW)) {
            ledger.advance(NOW);
        }
    }

    @Operation
    public void giveBack(@Param(name = "permits") int permits) {
        while (!ledger.current().giveBack(permits, NOW)) {
            ledger.advance(NOW);
        }
    }

    @Operation
    public boolean refusedByServer() {
        Answer refused = new Answer(Meaning.REFUSED, 1);
        return ledger.change(NOW, regime -> regime.answered(refused, null, new Accepted(0, 1), NOW)) != null;
    }

    @Operation
    public void limit(@Param(name = "limit") int limit) {
        ledger.change(NOW, regime -> regime.limited(limit, NOW));
    }

    @Operation
    public void drain() {
        ledger.change(NOW, regime -> regime.drained(NOW));
    }

    @Operation
    public int available() {
        ledger.advance(NOW);
        return ledger.current().available(NOW);
    }

    @Test
    void isLinearizableInEveryInterleavingOfTheModel() {
        new ModelCheckingOptions()
                .threads(3)
                .actorsPerThread(2)
                .iterations(5)
                .invocationsPerIteration(300)
                .check(PermitLedgerLincheckIT.class);
    }

    @Test
    void isLinearizableUnderStress() {
        new StressOptions()
                .threads(3)
                .actorsPerThread(3)
                .iterations(5)
                .invocationsPerIteration(500)
                .check(PermitLedgerLincheckIT.class);
    }
}
