package io.github.resilience4j.adaptive.coalesce.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.Slow;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nothing is lost, though threads share cells. */
class HitTallyTest {

    @Slow
    @Test
    void bothSumsAreExactHoweverManyThreadsAddAtOnce() throws Exception {
        HitTally tally = new HitTally();
        List<Thread> threads = new ArrayList<>();
        for (int number = 0; number < 64; number++) {
            threads.add(new Thread(() -> {
                for (int age = 1; age <= 10_000; age++) {
                    tally.add(age);
                }
            }));
        }

        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(tally.hits()).isEqualTo(64 * 10_000);
        assertThat(tally.nanos()).isEqualTo(64.0 * (10_000L * 10_001 / 2));
    }

    @Test
    void agesThatAreTogetherMoreThanALongOfNanosecondsAreNotNegative() {
        HitTally tally = new HitTally();

        for (int hit = 0; hit < 4; hit++) {
            tally.add(Long.MAX_VALUE);
        }

        assertThat(tally.nanos()).isEqualTo(0x1p65);
    }

    @Test
    void anyNumberOfThreadsMayHaveLivedBefore() throws Exception {
        HitTally tally = new HitTally();

        for (long id : new long[] {1L << 31, Long.MAX_VALUE, -1}) {
            Thread thread = new Numbered(id, () -> tally.add(1));
            thread.start();
            thread.join();
        }

        assertThat(tally.hits()).isEqualTo(3);
    }

    /** A thread with a number that virtual threads, one for each call, reach in time. */
    private static final class Numbered extends Thread {

        private final long id;

        private Numbered(long id, Runnable task) {
            super(task);
            this.id = id;
        }

        @Override
        @SuppressWarnings("deprecation") // threadId() came after Java 17
        public long getId() {
            return id;
        }
    }
}
