package io.github.resilience4j.adaptive.keypool.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.keypool.internal.ReturnLine.Ticket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** First come, first served, one at a time. */
class ReturnLineTest {

    private final ReturnLine line = new ReturnLine();
    private final AtomicBoolean key = new AtomicBoolean();

    private Ticket enter() {
        Ticket ticket = new Ticket(key::get);
        line.enter(ticket);
        return ticket;
    }

    @Test
    void theTurnGoesFromOneToTheNext() {
        List<Ticket> tickets = List.of(enter(), enter(), enter());
        assertThat(tickets).noneMatch(ticket -> ticket.turn.isDone());

        key.set(true);
        line.look();
        line.look();

        for (int i = 0; i < tickets.size(); i++) {
            assertThat(tickets.subList(0, i + 1)).allMatch(ticket -> ticket.turn.isDone());
            assertThat(tickets.subList(i + 1, tickets.size())).noneMatch(ticket -> ticket.turn.isDone());
            line.turnOver(tickets.get(i));
        }
        assertThat(line.isEmpty()).isTrue();
    }

    @Test
    void whoComesWhileThereIsNoKeyDoesNotAskThoseBefore() {
        AtomicInteger questions = new AtomicInteger();

        for (int i = 0; i < 100; i++) {
            line.enter(new Ticket(() -> questions.incrementAndGet() < 0));
        }

        assertThat(questions.get()).isEqualTo(100);
    }

    @Test
    void whoComesWhileAKeyIsThereHasHisTurnAtOnce() {
        key.set(true);

        assertThat(enter().turn).isCompletedWithValue(true);
    }

    @Test
    void whoCannotUseTheKeyLetsOthersPassAndKeepsHisPlace() {
        AtomicBoolean other = new AtomicBoolean();
        Ticket picky = new Ticket(other::get);
        line.enter(picky);
        Ticket second = enter();

        key.set(true);
        line.look();
        assertThat(second.turn).isDone();
        line.turnOver(second);
        Ticket third = enter();
        assertThat(picky.turn).isNotDone();
        other.set(true);
        line.turnOver(third);

        assertThat(picky.turn).isDone();
    }

    @Test
    void whoGivesUpIsGoneUnlessHisTurnHasCome() {
        Ticket first = enter();
        Ticket second = enter();

        assertThat(line.giveUp(first)).isTrue();
        assertThat(line.giveUp(first)).isFalse();
        key.set(true);
        line.look();

        assertThat(first.turn).isNotDone();
        assertThat(line.giveUp(second)).isFalse();
        assertThat(line.length()).isZero();
    }

    /** A look at any moment misses nobody: else a ticket stays for ever. */
    @Slow
    @Test
    void noTurnIsLostWhateverThreadsDo() throws Exception {
        key.set(true);
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        for (int t = 0; t < 8; t++) {
            threads.add(new Thread(() -> {
                try {
                    for (int i = 0; i < 2_000; i++) {
                        Ticket ticket = enter();
                        if (i % 7 == 0 && line.giveUp(ticket)) {
                            continue;
                        }
                        ticket.turn.get(20, TimeUnit.SECONDS);
                        line.look();
                        line.turnOver(ticket);
                    }
                } catch (Throwable e) {
                    synchronized (failures) {
                        failures.add(e);
                    }
                }
            }));
        }
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(failures).isEmpty();
        assertThat(line.isEmpty()).isTrue();
    }
}
