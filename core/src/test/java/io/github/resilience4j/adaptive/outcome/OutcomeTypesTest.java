package io.github.resilience4j.adaptive.outcome;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import com.sun.management.ThreadMXBean;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class OutcomeTypesTest {

    @Test
    void aHintIsNeverNegative() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RetryHint.delay(Duration.ofMillis(-1), "Retry-After", "-1"))
                .withMessageContaining("PT-0.001S");
    }

    @Test
    void onlyADelayHasADelay() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryHint(RetryHint.Kind.NONE, Duration.ofSeconds(1), "", ""));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new RetryHint(RetryHint.Kind.INVALID, Duration.ofSeconds(1), "", ""));
        assertThat(RetryHint.invalid("Retry-After", "soon").delay()).isZero();
        assertThat(RetryHint.none().isDelay()).isFalse();
        assertThat(RetryHint.delay(Duration.ZERO, "Retry-After", "0").isDelay()).isTrue();
    }

    @Test
    void aDelayFitsALongOfNanoseconds() {
        RetryHint hint = RetryHint.delay(Duration.ofSeconds(Long.MAX_VALUE), "Retry-After", "never");

        assertThat(hint.delay()).isEqualTo(RetryHint.FOREVER);
        assertThat(hint.delay().toNanos()).isEqualTo(Long.MAX_VALUE);
        assertThat(RetryHint.FOREVER).isGreaterThan(Duration.ofDays(36_525));
    }

    @Test
    void traitsAreACopyThatCannotBeChanged() {
        Set<Trait> traits = EnumSet.of(Trait.FAILURE);
        Outcome outcome = new Outcome(Kind.UNKNOWN, RetryHint.none(), traits);
        traits.add(Trait.VETO);

        assertThat(outcome.traits()).containsExactly(Trait.FAILURE);
        assertThatExceptionOfType(UnsupportedOperationException.class)
                .isThrownBy(() -> outcome.traits().add(Trait.VETO));
        assertThat(outcome.has(Trait.FAILURE)).isTrue();
        assertThat(outcome.has(Trait.VETO)).isFalse();
    }

    @Test
    void nothingIsNull() {
        assertThatNullPointerException().isThrownBy(() -> new Outcome(null, RetryHint.none(), Set.of()));
        assertThatNullPointerException().isThrownBy(() -> new Outcome(Kind.FATAL, null, Set.of()));
        assertThatNullPointerException().isThrownBy(() -> new Outcome(Kind.FATAL, RetryHint.none(), null));
        assertThatNullPointerException()
                .isThrownBy(() -> new Outcome(Kind.FATAL, RetryHint.none(), Collections.singleton(null)));
        assertThatNullPointerException().isThrownBy(() -> new RetryHint(null, Duration.ZERO, "", ""));
        assertThatNullPointerException().isThrownBy(() -> new RetryHint(RetryHint.Kind.NONE, Duration.ZERO, null, ""));
    }

    @Test
    void failuresAreThoseWithTheTraitAndKeysThatDoNotWork() {
        assertThat(Arrays.stream(Kind.values()).filter(kind -> Outcome.of(kind).countsAsFailure()))
                .containsExactly(Kind.QUOTA_SPENT, Kind.AUTH_REJECTED);
        assertThat(Outcome.of(Kind.UNKNOWN, Trait.FAILURE).countsAsFailure()).isTrue();
    }

    @Test
    void aViewKnowsHeadersInAnyCaseAndUnderAnyLocale() {
        Locale before = Locale.getDefault();
        Locale.setDefault(new Locale("tr", "TR"));
        try {
            ResponseView view = ResponseView.of(
                    429, Map.of("X-RATELIMIT-LIMIT", List.of("1"), "x-ratelimit-limit", List.of("2")), "");

            assertThat(view.header("X-RateLimit-Limit")).containsExactlyInAnyOrder("1", "2");
            assertThat(view.header("x-ratelimit-lImIt")).hasSize(2);
            assertThat(view.header("Retry-After")).isEmpty();
        } finally {
            Locale.setDefault(before);
        }
    }

    @Test
    void aViewLeavesOutWhatIsNull() {
        Map<String, List<String>> headers = new HashMap<>();
        headers.put(null, List.of("HTTP/1.1 429"));
        headers.put("Retry-After", Arrays.asList(null, "5"));
        headers.put("Date", null);

        ResponseView view = ResponseView.of(429, headers, null);

        assertThat(view.header("retry-after")).containsExactly("5");
        assertThat(view.header("date")).isEmpty();
        assertThat(view.body()).isEmpty();
        assertThat(view.status()).isEqualTo(429);
    }

    @Test
    void aViewDoesNotPrintWhatMayBeSecret() {
        ResponseView view = ResponseView.of(429, Map.of("X-Key", List.of("s3cret")), "s3cret");

        assertThat(view.toString()).contains("429", "x-key").doesNotContain("s3cret");
    }

    @Test
    void aViewThatThrowsOrGivesNullHasNothing() {
        ResponseView throwing = new ResponseView() {
            @Override
            public int status() {
                return 429;
            }

            @Override
            public List<String> header(String name) {
                throw new IllegalStateException();
            }

            @Override
            public String body() {
                throw new IllegalStateException();
            }
        };
        ResponseView nulls = new ResponseView() {
            @Override
            public int status() {
                return 403;
            }

            @Override
            public List<String> header(String name) {
                return name.equals("Retry-After") ? Arrays.asList(null, "7") : null;
            }

            @Override
            public String body() {
                return null;
            }
        };

        assertThat(RetryHintReader.standard().read(throwing, Instant.EPOCH)).isEqualTo(RetryHint.none());
        assertThat(RetryHintReader.standard().read(nulls, Instant.EPOCH).delay())
                .isEqualTo(Duration.ofSeconds(7));
        assertThat(QuotaHintReader.standard().read(throwing, Instant.EPOCH)).isEmpty();
    }

    @Test
    void classifyingAPlainSuccessAllocatesNothing() {
        OutcomeClassifier classifier = OutcomeClassifier.standard();
        List<String> result = List.of("a page");
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = Long.MAX_VALUE;
        for (int round = 0; round < 10; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < 100_000; i++) {
                if (classifier.classify(result, null).kind() != Kind.SUCCESS) {
                    throw new AssertionError();
                }
            }
            allocated = Math.min(allocated, threads.getCurrentThreadAllocatedBytes() - before);
        }

        assertThat(allocated).isLessThan(100_000);
    }
}
