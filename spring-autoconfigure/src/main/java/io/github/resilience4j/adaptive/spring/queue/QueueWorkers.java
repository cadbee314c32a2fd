package io.github.resilience4j.adaptive.spring.queue;

import io.github.resilience4j.adaptive.queue.QueueHandler;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.RetryQueueRegistry;
import io.github.resilience4j.adaptive.spring.internal.Inheritance;
import io.github.resilience4j.adaptive.spring.internal.Link;
import io.github.resilience4j.adaptive.spring.internal.NamedBeans;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Brings queues and handlers together when all beans are there, so that a handler may itself submit; work begins when the application
 * runs, last of all, and is no longer taken when it stops, first of all. What is in hand then is waited for before any handler is
 * destroyed.
 */
final class QueueWorkers implements SmartInitializingSingleton, SmartLifecycle, DisposableBean {

    /** Its own name as a bean. */
    static final String BEAN = "adaptiveQueueWorkers";

    private final RetryQueueRegistry queues;
    private final RetryQueueProperties properties;
    private final WrittenProperties written;
    private final ConfigurableListableBeanFactory beans;
    private final Map<String, QueueHandler<Object>> waiting = new HashMap<>();
    private final Set<String> handled = new HashSet<>();
    private volatile boolean running;

    QueueWorkers(
            RetryQueueRegistry queues,
            RetryQueueProperties properties,
            WrittenProperties written,
            ConfigurableListableBeanFactory beans) {
        this.queues = queues;
        this.properties = properties;
        this.written = written;
        this.beans = beans;
    }

    /** What is wrong with the properties must come out at the start. */
    @Override
    public void afterSingletonsInstantiated() {
        Inheritance<RetryQueueSettings> inheritance = properties.inheritance(written);
        NamedBeans named = new NamedBeans(beans, written);
        for (String instance : properties.instances().keySet()) {
            List<Link<RetryQueueSettings>> chain = inheritance.ofInstance(instance);
            String handler = Inheritance.nearest(chain, RetryQueueSettings::handler);
            if (handler != null) {
                keep(instance, handler, named.find(handler, QueueHandler.class, written.place("handler", chain)));
            } else if (beans.containsBean(instance) && beans.isTypeMatch(instance, QueueHandler.class)) {
                keep(instance, instance, beans.getBean(instance, QueueHandler.class));
            }
        }
    }

    /** That it is for the payloads of this queue is the user's word. */
    @SuppressWarnings("unchecked")
    private void keep(String instance, String bean, QueueHandler<?> handler) {
        waiting.put(instance, (QueueHandler<Object>) handler);
        handled.add(instance);
        // A bean is destroyed after those that depend on it. The registry cannot, as handlers that submit depend on it.
        beans.registerDependentBean(bean, BEAN);
    }

    @Override
    public void start() {
        running = true;
        waiting.forEach((name, handler) -> queues.<Object>queue(name).handleWith(handler));
        if (waiting.isEmpty()) {
            changeAll(RetryQueue::resume);
        }
        waiting.clear();
    }

    @Override
    public void stop() {
        running = false;
        changeAll(RetryQueue::pause);
    }

    private void changeAll(Consumer<RetryQueue<?>> change) {
        for (RetryQueue<?> queue : queues.getAllQueues()) {
            try {
                change.accept(queue);
            } catch (IllegalStateException e) {
                // The application has closed this one, and the others must hear it all the same.
            }
        }
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    /** Handlers, and what they work with, are still there. */
    @Override
    public void destroy() {
        handled.forEach(name -> queues.find(name).ifPresent(RetryQueue::close));
    }
}
