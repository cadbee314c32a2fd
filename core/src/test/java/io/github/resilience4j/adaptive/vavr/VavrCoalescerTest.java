package io.github.resilience4j.adaptive.vavr;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.coalesce.CoalescedCallException;
import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.CoalescerRefusedException;
import io.vavr.control.Either;
import io.vavr.control.Try;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

/** The same for both kinds of answer. */
class VavrCoalescerTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private static Try<String> asTry(Either<Exception, String> answer) {
        return answer.fold(Try::failure, Try::success);
    }

    /** What both do, on the example of a call that answers an Either. */
    private abstract static class Kit {

        final Coalescer<String, String> coalescer = Coalescer.of(
                "deployments", CoalescerConfig.custom().maxAge(HOUR).build());
        private final AtomicInteger calls = new AtomicInteger();

        abstract Either<Throwable, String> execute(Duration maxAge, Supplier<Either<Exception, String>> answer);

        abstract Supplier<Either<Throwable, String>> decorate(Supplier<Either<Exception, String>> answer);

        private Either<Exception, String> counted(Either<Exception, String> answer) {
            calls.incrementAndGet();
            return answer;
        }

        @Test
        void aValueIsStoredAndServedByAge() {
            Supplier<Either<Throwable, String>> decorated = decorate(() -> counted(Either.right("value")));

            assertThat(decorated.get()).containsExactly("value");
            assertThat(decorated.get()).containsExactly("value");
            assertThat(calls).hasValue(1);
            assertThat(execute(Duration.ZERO, () -> counted(Either.right("new"))))
                    .containsExactly("new");
        }

        @Test
        void aFailureThatIsReturnedIsAFailureOfTheCallAndNotStored() {
            IOException failure = new IOException("broken");

            for (int call = 1; call <= 2; call++) {
                assertThat(execute(HOUR, () -> counted(Either.left(failure))).getLeft())
                        .isInstanceOf(CoalescedCallException.class)
                        .hasCause(failure);
                assertThat(calls).hasValue(call);
            }
            assertThat(coalescer.snapshot().failedCalls()).isEqualTo(2);
        }

        @Test
        void whatTheSupplierThrowsIsHeldToo() {
            StackOverflowError failure = new StackOverflowError();

            assertThat(execute(HOUR, () -> {
                                throw failure;
                            })
                            .getLeft())
                    .isInstanceOf(CoalescedCallException.class)
                    .hasCause(failure);
        }

        @Test
        void aRefusalIsHeld() {
            coalescer.close();

            assertThat(execute(HOUR, () -> counted(Either.right("never"))).getLeft())
                    .isInstanceOf(CoalescerRefusedException.class);
            assertThat(calls).hasValue(0);
        }

        @Test
        void anInterruptIsHeldAndTheFlagStays() {
            Thread.currentThread().interrupt();

            Either<Throwable, String> answer = execute(HOUR, () -> counted(Either.right("never")));

            assertThat(Thread.interrupted()).isTrue();
            assertThat(answer.getLeft()).isInstanceOf(CancellationException.class);
        }
    }

    @Nested
    class OfTry extends Kit {

        @Override
        Either<Throwable, String> execute(Duration maxAge, Supplier<Either<Exception, String>> answer) {
            return VavrCoalescer.executeTrySupplier(coalescer, "a", maxAge, () -> VavrCoalescerTest.asTry(answer.get()))
                    .toEither();
        }

        @Override
        Supplier<Either<Throwable, String>> decorate(Supplier<Either<Exception, String>> answer) {
            Supplier<Try<String>> decorated =
                    VavrCoalescer.decorateTrySupplier(coalescer, "a", () -> VavrCoalescerTest.asTry(answer.get()));
            return () -> decorated.get().toEither();
        }
    }

    @Nested
    class OfEither extends Kit {

        @Override
        Either<Throwable, String> execute(Duration maxAge, Supplier<Either<Exception, String>> answer) {
            return Either.narrow(VavrCoalescer.executeEitherSupplier(coalescer, "a", maxAge, answer));
        }

        @Override
        Supplier<Either<Throwable, String>> decorate(Supplier<Either<Exception, String>> answer) {
            Supplier<Either<Exception, String>> decorated =
                    VavrCoalescer.decorateEitherSupplier(coalescer, "a", answer);
            return () -> Either.narrow(decorated.get());
        }
    }
}
