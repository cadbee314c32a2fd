package io.github.resilience4j.adaptive.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.queue.QueueEntry;
import io.github.resilience4j.adaptive.queue.QueueEntry.State;
import io.github.resilience4j.adaptive.queue.QueuePayload;
import io.github.resilience4j.adaptive.queue.QueueStore;
import io.github.resilience4j.adaptive.queue.QueueStore.Added;
import io.github.resilience4j.adaptive.queue.QueueStore.Claim;
import io.github.resilience4j.adaptive.queue.QueueStore.Depth;
import io.github.resilience4j.adaptive.queue.QueueStore.NewEntry;
import io.github.resilience4j.adaptive.queue.QueueStore.Return;
import io.github.resilience4j.adaptive.queue.QueueStore.Submitted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What every store of queues promises. A store of yours passes it by a test class that extends it.
 *
 * @since 0.1
 */
public abstract class QueueStoreCompatibilityKit {

    private static final String QUEUE = "orders";
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final int MANY = 1_000;

    /** For whoever extends it. */
    protected QueueStoreCompatibilityKit() {}

    /**
     * The store under test.
     *
     * @return an empty one for each test
     */
    protected abstract QueueStore store();

    /**
     * Its clock moves.
     *
     * @param time by how much
     */
    protected abstract void advance(Duration time);

    /**
     * How many random commands it is told each time.
     *
     * @return by default 500
     */
    protected int commands() {
        return 500;
    }

    private static NewEntry entry(String queueKey, String idempotencyKey, Duration delay) {
        return new NewEntry(queueKey, idempotencyKey, QueuePayload.of(new byte[] {1, 0, -1}), delay);
    }

    private long submit(String queueKey, String idempotencyKey) {
        Submitted submitted = store().submit(QUEUE, entry(queueKey, idempotencyKey, Duration.ZERO), MANY);
        assertThat(submitted.added()).isEqualTo(Added.NEW);
        return submitted.id();
    }

    private Claim claimOne() {
        List<Claim> claims = store().claim(QUEUE, "me", MINUTE, 1);
        assertThat(claims).hasSize(1);
        return claims.get(0);
    }

    private List<String> claimKeys(int most) {
        return store().claim(QUEUE, "me", MINUTE, most).stream()
                .map(Claim::idempotencyKey)
                .toList();
    }

    private static Return again(Duration delay) {
        return new Return(delay, 1, "broken", false);
    }

    private static Return dead() {
        return new Return(Duration.ZERO, 3, "broken", true);
    }

    /** What comes out is what went in. */
    @Test
    void anEntryComesOutAsItWentIn() {
        String odd = "a \u20ac \ud83d\ude00 ' \" % _ \\";
        QueuePayload payload = QueuePayload.of(new byte[] {0, 1, -128, 127, 0});
        Submitted submitted = store().submit(QUEUE, new NewEntry(odd, odd + "1", payload, Duration.ZERO), 10);
        Claim claim = claimOne();
        assertThat(claim).isEqualTo(new Claim(submitted.id(), claim.claim(), odd, odd + "1", payload, 1, ""));
        assertThat(store().entries(QUEUE, false, 10))
                .containsExactly(
                        new QueueEntry(submitted.id(), odd, odd + "1", payload, State.IN_HAND, 1, "", Duration.ZERO));
    }

    /** Payloads of a megabyte less a little are kept, and empty ones. */
    @Test
    void payloadsMayBeLargeOrEmpty() {
        byte[] large = new byte[1_000_000];
        new Random(1).nextBytes(large);
        store().submit(QUEUE, new NewEntry("a", "1", QueuePayload.of(large), Duration.ZERO), 10);
        store().submit(QUEUE, new NewEntry("b", "2", QueuePayload.of(new byte[0]), Duration.ZERO), 10);
        List<Claim> claims = store().claim(QUEUE, "me", MINUTE, 2);
        assertThat(claims.get(0).payload()).isEqualTo(QueuePayload.of(large));
        assertThat(claims.get(1).payload()).isEqualTo(QueuePayload.of(new byte[0]));
    }

    /** The oldest first, and of each line only the first. */
    @Test
    void onlyTheFirstOfALineIsClaimed() {
        submit("a", "a1");
        submit("a", "a2");
        submit("b", "b1");
        assertThat(claimKeys(10)).containsExactly("a1", "b1");
        assertThat(claimKeys(10)).isEmpty();
    }

    /** No more are claimed than were asked for. */
    @Test
    void noMoreAreClaimedThanWereAskedFor() {
        submit("a", "a1");
        submit("b", "b1");
        submit("c", "c1");
        assertThat(claimKeys(2)).containsExactly("a1", "b1");
        assertThat(claimKeys(2)).containsExactly("c1");
    }

    /** What is done goes, and the next of its line can be claimed. */
    @Test
    void whatIsDoneGoes() {
        submit("a", "a1");
        submit("a", "a2");
        Claim claim = claimOne();
        assertThat(store().complete(QUEUE, claim)).isTrue();
        assertThat(store().complete(QUEUE, claim)).isFalse();
        assertThat(store().giveBack(QUEUE, claim, dead())).isFalse();
        assertThat(claimKeys(10)).containsExactly("a2");
        assertThat(store().entries(QUEUE, true, 10)).isEmpty();
    }

    /** Who comes back waits at the head of his line. */
    @Test
    void whatComesBackKeepsItsPlaceAndHoldsUpItsLine() {
        submit("a", "a1");
        submit("a", "a2");
        submit("b", "b1");
        assertThat(store().giveBack(QUEUE, claimOne(), again(MINUTE))).isTrue();
        assertThat(claimKeys(10)).containsExactly("b1");
        assertThat(store().entries(QUEUE, false, 1)).singleElement().satisfies(entry -> {
            assertThat(entry.state()).isEqualTo(State.WAITING);
            assertThat(entry.attempts()).isEqualTo(1);
            assertThat(entry.lastError()).isEqualTo("broken");
            assertThat(entry.waits()).isBetween(MINUTE.minusSeconds(20), MINUTE);
        });
        advance(MINUTE);
        Claim again = claimOne();
        assertThat(again.idempotencyKey()).isEqualTo("a1");
        assertThat(again.attempts()).isEqualTo(2);
        assertThat(again.lastError()).isEqualTo("broken");
    }

    /** Nothing is claimed before its time, and it holds up its line until then. */
    @Test
    void nothingIsClaimedBeforeItsTime() {
        store().submit(QUEUE, entry("a", "a1", HOUR), MANY);
        submit("a", "a2");
        assertThat(claimKeys(10)).isEmpty();
        advance(HOUR);
        assertThat(claimKeys(10)).containsExactly("a1");
    }

    /** A time without end is no mistake. */
    @Test
    void forEverIsForYears() {
        store().submit(QUEUE, entry("a", "a1", Duration.ofSeconds(Long.MAX_VALUE / 2)), MANY);
        advance(Duration.ofDays(1000));
        assertThat(claimKeys(10)).isEmpty();
    }

    /** Words are kept when none are given. */
    @Test
    void noWordsKeepTheLastOnes() {
        submit("a", "a1");
        store().giveBack(QUEUE, claimOne(), again(Duration.ZERO));
        store().giveBack(QUEUE, claimOne(), new Return(Duration.ZERO, 1, "", false));
        assertThat(claimOne().lastError()).isEqualTo("broken");
    }

    /** Whose lease has run out is claimed again, and the late one changes nothing. */
    @Test
    void aLeaseEndsAndTheLateOneChangesNothing() {
        submit("a", "a1");
        Claim late = claimOne();
        advance(MINUTE.minusSeconds(20));
        assertThat(claimKeys(10)).isEmpty();
        advance(Duration.ofSeconds(20));
        Claim now = claimOne();
        assertThat(now.id()).isEqualTo(late.id());
        assertThat(now.claim()).isNotEqualTo(late.claim());
        assertThat(now.attempts()).isEqualTo(2);

        assertThat(store().complete(QUEUE, late)).isFalse();
        assertThat(store().giveBack(QUEUE, late, dead())).isFalse();
        store().extend(QUEUE, List.of(late), HOUR);
        assertThat(store().entries(QUEUE, false, 10))
                .singleElement()
                .satisfies(entry -> assertThat(entry.state()).isEqualTo(State.IN_HAND));
        advance(MINUTE);
        assertThat(claimOne().attempts()).isEqualTo(3);
    }

    /** Who is late but alone is believed. */
    @Test
    void whoIsLateAndAloneIsBelieved() {
        submit("a", "a1");
        Claim late = claimOne();
        advance(HOUR);
        assertThat(store().complete(QUEUE, late)).isTrue();
    }

    /** A lease that is lengthened is counted from then on. */
    @Test
    void aLeaseIsLengthened() {
        submit("a", "a1");
        submit("b", "b1");
        List<Claim> claims = store().claim(QUEUE, "me", MINUTE, 2);
        advance(Duration.ofSeconds(40));
        store().extend(QUEUE, claims.subList(0, 1), MINUTE);
        advance(Duration.ofSeconds(30));
        assertThat(claimKeys(10)).containsExactly("b1");
    }

    /** What is given up lets its line go on. */
    @Test
    void aDeadLetterLetsItsLineGoOn() {
        submit("a", "a1");
        submit("a", "a2");
        Claim claim = claimOne();
        assertThat(store().giveBack(QUEUE, claim, dead())).isTrue();
        assertThat(store().complete(QUEUE, claim)).isFalse();
        assertThat(claimKeys(10)).containsExactly("a2");
        assertThat(store().entries(QUEUE, true, 10)).singleElement().satisfies(entry -> {
            assertThat(entry.id()).isEqualTo(claim.id());
            assertThat(entry.state()).isEqualTo(State.DEAD);
            assertThat(entry.attempts()).isEqualTo(3);
            assertThat(entry.lastError()).isEqualTo("broken");
        });
        assertThat(store().entries(QUEUE, false, 10)).hasSize(1);
        advance(HOUR);
        assertThat(claimKeys(10)).containsExactly("a2");
    }

    /** What comes back from the dead is at its old place, but waits for who is in hand. */
    @Test
    void aDeadLetterComesBackToItsOldPlace() {
        long id = submit("a", "a1");
        submit("a", "a2");
        submit("a", "a3");
        store().giveBack(QUEUE, claimOne(), dead());
        Claim second = claimOne();
        assertThat(store().revive(QUEUE, id)).isTrue();
        assertThat(store().revive(QUEUE, id)).isFalse();
        assertThat(claimKeys(10)).as("a2 is in hand").isEmpty();
        store().complete(QUEUE, second);
        Claim first = claimOne();
        assertThat(first.idempotencyKey()).isEqualTo("a1");
        assertThat(first.attempts()).isEqualTo(1);
        assertThat(first.lastError()).isEqualTo("broken");
    }

    /** A lease that was lengthened is one: what comes back from the dead waits for it. */
    @Test
    void aDeadLetterWaitsForALengthenedLease() {
        long id = submit("a", "a1");
        submit("a", "a2");
        store().giveBack(QUEUE, claimOne(), dead());
        Claim second = claimOne();
        store().extend(QUEUE, List.of(second), HOUR);
        assertThat(store().revive(QUEUE, id)).isTrue();
        assertThat(claimKeys(10)).as("a2 is in hand").isEmpty();
    }

    /** What is discarded is gone; what lives cannot be. */
    @Test
    void onlyDeadLettersAreDiscarded() {
        long id = submit("a", "a1");
        assertThat(store().discard(QUEUE, id)).isFalse();
        assertThat(store().revive(QUEUE, id)).isFalse();
        Claim claim = claimOne();
        assertThat(store().discard(QUEUE, id)).isFalse();
        store().giveBack(QUEUE, claim, dead());
        assertThat(store().discard("others", id)).isFalse();
        assertThat(store().discard(QUEUE, id)).isTrue();
        assertThat(store().depth(QUEUE)).isEqualTo(new Depth(0, 0, 0));
        submit("a", "a1");
    }

    /** One idempotency key is one entry: waiting, in hand and dead; not when it is done. */
    @Test
    void oneIdempotencyKeyIsOneEntry() {
        long id = submit("a", "one");
        Submitted known = new Submitted(Added.KNOWN, id);
        NewEntry second = entry("b", "one", Duration.ZERO);
        assertThat(store().submit(QUEUE, second, MANY)).isEqualTo(known);
        assertThat(store().submit(QUEUE, second, 1)).as("a full queue").isEqualTo(known);
        Claim claim = claimOne();
        assertThat(store().submit(QUEUE, second, MANY)).isEqualTo(known);
        store().giveBack(QUEUE, claim, dead());
        assertThat(store().submit(QUEUE, second, MANY)).isEqualTo(known);
        store().discard(QUEUE, id);
        assertThat(store().submit(QUEUE, second, MANY).added()).isEqualTo(Added.NEW);
        assertThat(store().submit("others", second, MANY).added()).isEqualTo(Added.NEW);
    }

    /** It is bounded, dead letters included, and has room again when something goes. */
    @Test
    void itIsBounded() {
        submit("a", "a1");
        submit("b", "b1");
        NewEntry third = entry("c", "c1", Duration.ZERO);
        assertThat(store().submit(QUEUE, third, 2).added()).isEqualTo(Added.FULL);
        Claim claim = claimOne();
        store().giveBack(QUEUE, claim, dead());
        assertThat(store().submit(QUEUE, third, 2).added()).isEqualTo(Added.FULL);
        store().discard(QUEUE, claim.id());
        assertThat(store().submit(QUEUE, third, 2).added()).isEqualTo(Added.NEW);
        assertThat(store().submit("others", third, 2).added()).isEqualTo(Added.NEW);
    }

    /** A line is occupied by who waits and who is in hand, not by the dead. */
    @Test
    void aLineIsOccupiedUntilItIsDoneOrDead() {
        assertThat(store().isOccupied(QUEUE, "a")).isFalse();
        submit("a", "a1");
        assertThat(store().isOccupied(QUEUE, "a")).isTrue();
        assertThat(store().isOccupied(QUEUE, "b")).isFalse();
        assertThat(store().isOccupied("others", "a")).isFalse();
        Claim claim = claimOne();
        assertThat(store().isOccupied(QUEUE, "a")).isTrue();
        store().giveBack(QUEUE, claim, dead());
        assertThat(store().isOccupied(QUEUE, "a")).isFalse();
    }

    /** Queues have nothing to do with each other. */
    @Test
    void queuesAreApart() {
        submit("a", "a1");
        assertThat(store().claim("others", "me", MINUTE, 10)).isEmpty();
        assertThat(store().entries("others", false, 10)).isEmpty();
        assertThat(store().depth("others")).isEqualTo(new Depth(0, 0, 0));
        Claim claim = claimOne();
        assertThat(store().complete("others", claim)).isFalse();
        assertThat(store().giveBack("others", claim, dead())).isFalse();
    }

    /** Of threads that claim at once each gets others, and none of a line in hand. */
    @Test
    void whoClaimsAtOnceGetsOthers() throws Exception {
        for (int i = 0; i < 60; i++) {
            submit("line " + i % 30, "e" + i);
        }
        Set<String> seen = ConcurrentHashMap.newKeySet();
        CountDownLatch go = new CountDownLatch(1);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Future<Integer>> counts = new ArrayList<>();
            for (int t = 0; t < 4; t++) {
                counts.add(threads.submit(() -> {
                    go.await();
                    int claimed = 0;
                    for (int i = 0; i < 40; i++) {
                        for (Claim claim :
                                store().claim(QUEUE, Thread.currentThread().getName(), HOUR, 2)) {
                            assertThat(seen.add(claim.queueKey()))
                                    .as(claim.queueKey())
                                    .isTrue();
                            claimed++;
                        }
                    }
                    return claimed;
                }));
            }
            go.countDown();
            int claimed = 0;
            for (Future<Integer> count : counts) {
                claimed += count.get(60, TimeUnit.SECONDS);
            }
            assertThat(claimed).isEqualTo(30);
        } finally {
            threads.shutdownNow();
        }
    }

    /** Of threads that submit one idempotency key at once one adds it, and all get the same number. */
    @Test
    void ofSubmissionsAtOnceOneIsNew() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            for (int round = 0; round < 10; round++) {
                String key = "key " + round;
                CountDownLatch go = new CountDownLatch(1);
                List<Future<Submitted>> answers = new ArrayList<>();
                for (int t = 0; t < 4; t++) {
                    answers.add(threads.submit(() -> {
                        go.await();
                        return store().submit(QUEUE, entry("a", key, Duration.ZERO), MANY);
                    }));
                }
                go.countDown();
                List<Submitted> all = new ArrayList<>();
                for (Future<Submitted> answer : answers) {
                    all.add(answer.get(30, TimeUnit.SECONDS));
                }
                assertThat(all.stream().filter(it -> it.added() == Added.NEW)).hasSize(1);
                assertThat(all.stream().map(Submitted::id).collect(Collectors.toSet()))
                        .hasSize(1);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    /**
     * It answers as a list on paper does.
     *
     * @param seed of the commands
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void answersAsOnPaper(long seed) {
        new RandomQueueCommands(store(), this::advance, seed).run(commands());
    }
}
