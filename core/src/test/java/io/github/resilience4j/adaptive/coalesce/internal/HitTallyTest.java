package io.github.resilience4j.adaptive.coalesce.internal;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nothing is lost, though threads share cells. */
class HitTallyTest {

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
        assertThat(tally.nanos()).isEqualTo(64 * (10_000L * 10_001 / 2));
    }
}
