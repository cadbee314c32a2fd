package io.github.resilience4j.adaptive.redis.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisCommandTimeoutException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** When a connection is given up on which nothing is answered. */
class SilenceTest {

    private final AtomicLong time = new AtomicLong(-5);
    private final Silence silence = new Silence(time::get);

    private void pass(Duration duration) {
        time.addAndGet(duration.toNanos());
    }

    @Test
    void lastsTooLongAfterTenSeconds() {
        assertThat(silence.isTooLongWhenSending()).isFalse();
        pass(Duration.ofSeconds(10));
        assertThat(silence.isTooLongWhenSending()).isFalse();
        pass(Duration.ofNanos(1));
        assertThat(silence.isTooLongWhenSending()).isTrue();
    }

    @Test
    void isNotEndedByCommandsThatTheClientGivesUp() {
        for (int i = 0; i < 6; i++) {
            assertThat(silence.isTooLongWhenSending()).isFalse();
            pass(Duration.ofSeconds(2));
            silence.over(new RedisCommandTimeoutException("timed out after 2 s"));
        }
        assertThat(silence.isTooLongWhenSending()).isTrue();
    }

    @Test
    void isEndedByAnAnswerAndByAnError() {
        for (int i = 0; i < 6; i++) {
            assertThat(silence.isTooLongWhenSending()).isFalse();
            pass(Duration.ofSeconds(8));
            silence.over(i % 2 == 0 ? null : new RedisCommandExecutionException("WRONGTYPE"));
        }
        assertThat(silence.isTooLongWhenSending()).isFalse();
    }

    @Test
    void isEndedByANewConnection() {
        assertThat(silence.isTooLongWhenSending()).isFalse();
        pass(Duration.ofSeconds(11));
        silence.end();
        assertThat(silence.isTooLongWhenSending()).isFalse();
    }
}
