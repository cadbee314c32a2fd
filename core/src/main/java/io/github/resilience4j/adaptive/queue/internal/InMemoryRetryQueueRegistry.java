package io.github.resilience4j.adaptive.queue.internal;

import io.github.resilience4j.adaptive.internal.EventHub;
import io.github.resilience4j.adaptive.internal.InMemoryRegistry;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.RetryQueueConfig;
import io.github.resilience4j.adaptive.queue.RetryQueueRegistry;
import io.github.resilience4j.adaptive.queue.event.RetryQueueRegistryEvent;
import io.github.resilience4j.adaptive.queue.event.RetryQueueRegistryEvent.Added;
import io.github.resilience4j.adaptive.queue.event.RetryQueueRegistryEvent.Removed;
import io.github.resilience4j.adaptive.queue.event.RetryQueueRegistryEvents;
import java.time.Clock;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** Queues by name. */
public final class InMemoryRetryQueueRegistry extends InMemoryRegistry<RetryQueueConfig, RetryQueue<?>>
        implements RetryQueueRegistry {

    private final LongSupplier nanoTime;
    private final Clock clock;
    private final Events events = new Events();

    /**
     * Creates an empty registry.
     *
     * @param defaultConfig for queues that have none of their own
     * @param tags for all queues
     * @param nanoTime the clock of all queues
     */
    public InMemoryRetryQueueRegistry(RetryQueueConfig defaultConfig, Map<String, String> tags, LongSupplier nanoTime) {
        super("Retry queue", defaultConfig, tags, RetryQueue::close);
        this.nanoTime = nanoTime;
        this.clock = defaultConfig.getClock();
    }

    @Override
    public <P> RetryQueue<P> queue(String name, Map<String, String> more) {
        return queue(name, configs.orDefault(name), more);
    }

    @Override
    public <P> RetryQueue<P> queue(String name, String configName, Map<String, String> more) {
        return queue(name, configs.require(configName), more);
    }

    /** Which type a queue has is the caller's word, as the interface says. */
    @Override
    @SuppressWarnings("unchecked")
    public <P> RetryQueue<P> queue(String name, RetryQueueConfig config, Map<String, String> more) {
        return (RetryQueue<P>) getOrMake(name, more, all -> RetryQueue.of(name, config, all, nanoTime));
    }

    @Override
    public Set<RetryQueue<?>> getAllQueues() {
        return all();
    }

    @Override
    protected void added(String name, RetryQueue<?> made) {
        events.raise(Added.class, () -> new Added(clock.instant(), made));
    }

    @Override
    protected void removed(String name, RetryQueue<?> gone) {
        events.raise(Removed.class, () -> new Removed(clock.instant(), gone));
    }

    @Override
    public RetryQueueRegistryEvents events() {
        return events;
    }

    private static final class Events extends EventHub<RetryQueueRegistryEvent> implements RetryQueueRegistryEvents {
        private Events() {
            super("the registry of retry queues");
        }
    }
}
