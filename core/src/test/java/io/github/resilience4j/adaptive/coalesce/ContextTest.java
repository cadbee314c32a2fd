package io.github.resilience4j.adaptive.coalesce;

import static io.github.resilience4j.adaptive.coalesce.Callers.SOON;
import static io.github.resilience4j.adaptive.coalesce.Callers.untilWaiting;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.coalesce.Callers.Caller;
import io.github.resilience4j.adaptive.coalesce.event.CoalescerEvent;
import io.github.resilience4j.core.ContextPropagator;
import io.micrometer.context.ContextRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

/** What a call takes along from whoever started it, and what it leaves where it ran: nothing. */
class ContextTest {

    private static final ThreadLocal<String> TRACE = new ThreadLocal<>();
    private static final ThreadLocal<String> PRINCIPAL = new ThreadLocal<>();

    private final MdcAdapters mdc = new MdcAdapters();
    private final ExecutorService oneThread = Executors.newSingleThreadExecutor();
    private final Coalescer<String, String> coalescer = Coalescer.of(
            "deployments",
            CoalescerConfig.custom()
                    .executor(oneThread)
                    .contextPropagators(new PrincipalPropagator())
                    .build());

    @AfterEach
    void nothingIsLeft() {
        ContextRegistry.getInstance().removeThreadLocalAccessor("trace");
        TRACE.remove();
        PRINCIPAL.remove();
        MDC.clear();
        oneThread.shutdownNow();
        mdc.close();
    }

    @Test
    void theMdcOfWhoStartedTheCallIsThereAndTheFlightToo() {
        MDC.put("user", "ann");

        assertThat(coalescer.get("a", () -> MDC.get("user") + " on " + MDC.get(CoalescerEvent.FLIGHT)))
                .isEqualTo("ann on deployments#1");

        assertThat(MDC.get(CoalescerEvent.FLIGHT)).isNull();
    }

    @Test
    void theThreadOfTheCallGetsBackWhatItHad() throws Exception {
        oneThread.submit(() -> MDC.put("owner", "pool")).get(10, TimeUnit.SECONDS);
        MDC.put("user", "ann");

        assertThat(coalescer.get("a", () -> MDC.getCopyOfContextMap().keySet().toString()))
                .contains("user")
                .doesNotContain("owner");

        assertThat(oneThread.submit(MDC::getCopyOfContextMap).get(10, TimeUnit.SECONDS))
                .containsOnlyKeys("owner");
    }

    @Test
    void whatIsRegisteredWithMicrometersContextPropagationIsCarried() throws Exception {
        ContextRegistry.getInstance().registerThreadLocalAccessor("trace", TRACE);
        TRACE.set("trace of ann");

        assertThat(coalescer.get("a", TRACE::get)).isEqualTo("trace of ann");
        assertThat(coalescer
                        .getAsync("b", Duration.ZERO, () -> CompletableFuture.completedFuture(TRACE.get()))
                        .toCompletableFuture()
                        .get(10, TimeUnit.SECONDS))
                .isEqualTo("trace of ann");
        assertThat(oneThread.submit(TRACE::get).get(10, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void whatTheConfigurationNamesIsCarried() throws Exception {
        PRINCIPAL.set("ann");

        assertThat(coalescer.get("a", PRINCIPAL::get)).isEqualTo("ann");
        assertThat(oneThread.submit(PRINCIPAL::get).get(10, TimeUnit.SECONDS)).isNull();
    }

    @Test
    void whoJoinsIsToldOfTheFlightInItsOwnThread() throws Exception {
        record Told(Thread thread, String flight) {}
        List<Told> joined = new CopyOnWriteArrayList<>();
        coalescer.events().onJoined(event -> joined.add(new Told(Thread.currentThread(), event.flight())));
        HeldCall<String> call = HeldCall.answering(() -> MDC.get(CoalescerEvent.FLIGHT));
        Caller<String> first = Callers.start(() -> coalescer.get("a", call));
        call.awaitStart();
        Caller<String> follower = Callers.start(() -> coalescer.get("a", call));
        untilWaiting(coalescer, 2);

        call.release();

        assertThat(first.answer()).succeedsWithin(SOON).isEqualTo("deployments#1");
        assertThat(joined).containsExactly(new Told(follower.thread(), "deployments#1"));
    }

    @Test
    void aPropagatorThatFailsFailsTheCallAndLeavesTheKeyUsable() {
        PRINCIPAL.set("broken");

        assertThatThrownBy(() -> coalescer.get("a", () -> "never"))
                .isInstanceOf(CoalescedCallException.class)
                .hasCauseInstanceOf(IllegalStateException.class);

        PRINCIPAL.set("ann");
        assertThat(coalescer.get("a", () -> "well")).isEqualTo("well");
        assertThat(coalescer.snapshot().inFlight()).isZero();
    }

    private static final class PrincipalPropagator implements ContextPropagator<String> {

        @Override
        public Supplier<Optional<String>> retrieve() {
            return () -> Optional.ofNullable(PRINCIPAL.get());
        }

        @Override
        public Consumer<Optional<String>> copy() {
            return principal -> {
                if (principal.equals(Optional.of("broken"))) {
                    throw new IllegalStateException("broken propagator");
                }
                principal.ifPresent(PRINCIPAL::set);
            };
        }

        @Override
        public Consumer<Optional<String>> clear() {
            return principal -> PRINCIPAL.remove();
        }
    }
}
