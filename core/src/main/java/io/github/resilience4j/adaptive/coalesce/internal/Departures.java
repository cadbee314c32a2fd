package io.github.resilience4j.adaptive.coalesce.internal;

import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.NullPolicy;
import io.github.resilience4j.adaptive.coalesce.internal.Flight.Phase;
import io.github.resilience4j.adaptive.coalesce.internal.Landing.Failed;
import io.github.resilience4j.adaptive.coalesce.internal.Landing.Returned;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Starts flights and lands them. */
final class Departures<K, V extends @Nullable Object> {

    private static final Logger LOG = LoggerFactory.getLogger(Departures.class);

    private final LongSupplier nanoTime;
    private final Flights<K, V> flights;
    private final Kept<K, V> kept;
    private final OwnEvents events;
    private final Counters counters;
    private final Executor executor;
    private final CallContext context;
    private final Gate<K, V> gate;
    private final NullPolicy nullPolicy;

    Departures(
            Object owner,
            CoalescerConfig config,
            LongSupplier nanoTime,
            Flights<K, V> flights,
            Kept<K, V> kept,
            OwnEvents events,
            Counters counters) {
        this.nanoTime = nanoTime;
        this.flights = flights;
        this.kept = kept;
        this.events = events;
        this.counters = counters;
        Executor configured = config.getExecutor();
        this.executor = configured == null ? CallExecutors.standard() : configured;
        this.context = new CallContext(config.getContextPropagators());
        this.gate = new Gate<>(owner, flights, kept, copier(config.getKeyCopier()), path(config.getKeyPath()));
        this.nullPolicy = config.getNullPolicy();
    }

    /** The configuration does not know the type of the keys; one that is of another is met by the user's own function. */
    @SuppressWarnings("unchecked")
    private static <K> UnaryOperator<K> copier(@Nullable UnaryOperator<?> configured) {
        return configured == null ? UnaryOperator.identity() : (UnaryOperator<K>) configured;
    }

    @SuppressWarnings("unchecked")
    private static <K> Function<K, @Nullable String> path(@Nullable Function<?, String> configured) {
        return configured == null ? key -> null : (Function<K, String>) configured;
    }

    /** Puts a caller on a flight: one that is in the air, or a new one, which is started. */
    Boarding<K, V> board(Question<K> question, Call<V> call, long now) {
        Boarding<K, V> boarding = gate.board(question, now);
        Flight<K, V> flight = boarding.flight();
        if (flight != null && boarding.isNew()) {
            counters.calls.increment();
            events.called(flight.seq(), question.isRefresh());
            start(flight, call);
        } else if (flight != null) {
            counters.joins.increment();
            events.joined(flight.seq(), flight.age(now));
        }
        return boarding;
    }

    private void start(Flight<K, V> flight, Call<V> call) {
        try {
            Runnable carried = context.carry(events.flight(flight.seq()), () -> fly(flight, call));
            executor.execute(() -> {
                try {
                    carried.run();
                } catch (Throwable e) {
                    land(flight, new Failed<>(e));
                }
            });
        } catch (Throwable e) {
            land(flight, new Failed<>(e));
        }
    }

    private void fly(Flight<K, V> flight, Call<V> call) {
        CompletionStage<V> stage;
        try {
            stage = Objects.requireNonNull(Nesting.within(flight, call::start), "the call's stage");
        } catch (Throwable e) {
            land(flight, new Failed<>(e));
            return;
        }
        stage.whenComplete((value, error) -> {
            if (error != null) {
                land(flight, new Failed<>(Call.unwrapped(error)));
            } else if (value == null && nullPolicy == NullPolicy.REFUSE) {
                land(flight, new Failed<>(new NullPointerException("the call returned null, nullPolicy is REFUSE")));
            } else {
                land(flight, new Returned<>(value));
            }
        });
    }

    /**
     * In this order: what it brought is stored, then nobody can join it any more, then those who wait are told. So whoever
     * is told and asks again finds the value, or a free key after a failure, and never this flight; a listener to events
     * that asks does, too. One that was taken for lost is not stored: invalidations have not seen it since.
     */
    void land(Flight<K, V> flight, Landing<V> landing) {
        Phase ended = flight.end();
        if (ended == Phase.LANDING) {
            return;
        }
        if (landing instanceof Failed<V>) {
            counters.failedCalls.increment();
        }
        boolean stored = false;
        try {
            stored = ended == Phase.FLYING && store(flight, landing);
        } catch (Throwable e) {
            LOG.warn("What the call {} brought could not be stored", events.flight(flight.seq()), e);
        } finally {
            try {
                flights.remove(flight);
                tell(flight, landing, stored);
            } finally {
                flight.land(landing);
            }
        }
    }

    /** Whether a value is now the newest that is known of the key. */
    private boolean store(Flight<K, V> flight, Landing<V> landing) {
        if (landing instanceof Returned<V> returned) {
            flights.killOlder(flight);
            return kept.keep(flight, returned.value());
        }
        if (landing instanceof Failed<V> failed) {
            kept.keep(flight, failed.error(), nanoTime.getAsLong());
        }
        return false;
    }

    private void tell(Flight<K, V> flight, Landing<V> landing, boolean stored) {
        if (events.hasListeners()) {
            long lasted = flight.age(nanoTime.getAsLong());
            if (landing instanceof Failed<V> failed) {
                events.failed(flight.seq(), lasted, failed.error());
            } else {
                events.returned(flight.seq(), lasted, stored);
            }
        }
    }
}
