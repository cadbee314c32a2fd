package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.RetryQueueRegistry;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.List;
import java.util.Objects;

/**
 * Meters for every queue of a registry, tagged with {@code name} and the queue's own tags. Queues that come later get theirs, those
 * that are removed lose them.
 *
 * <p>All names begin with {@code resilience4j.adaptive.queue}: {@code waiting}, {@code dead.letters}, {@code in.hand}, {@code state}
 * (gauges), {@code submitted}, {@code duplicates}, {@code refused}, {@code done}, {@code failed.attempts}, {@code put.back},
 * {@code buried}, {@code lost}, {@code store.failures} (counters).
 *
 * @since 0.1
 */
public final class TaggedRetryQueueMetrics implements MeterBinder, AutoCloseable {

    private final RetryQueueRegistry queues;
    private final BoundRegistries<RetryQueue<?>> bound = new BoundRegistries<>();

    private TaggedRetryQueueMetrics(RetryQueueRegistry queues) {
        this.queues = queues;
    }

    /**
     * Meters for all queues of a registry.
     *
     * @param queues whose queues to measure
     * @return bound to nothing yet
     */
    public static TaggedRetryQueueMetrics ofRegistry(RetryQueueRegistry queues) {
        return new TaggedRetryQueueMetrics(Objects.requireNonNull(queues, "queues"));
    }

    /**
     * Meters for one queue that is in no registry. They and the queue are kept until the registration is closed.
     *
     * @param queue what to measure
     * @param meters where
     * @return takes the meters away again
     */
    public static Registration bind(RetryQueue<?> queue, MeterRegistry meters) {
        return new RetryQueueMeters(queue, meters);
    }

    /** Binding to the same meter registry twice changes nothing. */
    @Override
    public void bindTo(MeterRegistry meters) {
        FollowedMeters<RetryQueue<?>> mine = new FollowedMeters<>(
                changed -> queues.events()
                        .onEvent(event -> changed.accept(event.queue().getName())),
                this::names,
                queues::find,
                queue -> new RetryQueueMeters(queue, meters));
        bound.bind(meters, mine);
    }

    private List<String> names() {
        return queues.getAllQueues().stream().map(RetryQueue::getName).toList();
    }

    /** Takes all meters away from where they were bound to. */
    @Override
    public void close() {
        bound.close();
    }
}
