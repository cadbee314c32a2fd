package io.github.resilience4j.adaptive.micrometer;

import io.github.resilience4j.adaptive.event.Registration;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * Meters of one thing, which have a prefix and tags in common and go together. Gauges hold on to the thing, and it is the
 * same that function counters look at.
 *
 * @param <T> the type of the thing
 * @param <S> what its figures are read from
 */
final class OwnMeters<T, S> implements Registration {

    private final String prefix;
    private final T measured;
    private final Function<T, S> look;
    private final Tags tags;
    private final MeterRegistry registry;
    private final List<Meter> meters = new ArrayList<>();

    OwnMeters(String prefix, T measured, Function<T, S> look, Tags tags, MeterRegistry registry) {
        this.prefix = prefix;
        this.measured = measured;
        this.look = look;
        this.tags = tags;
        this.registry = registry;
    }

    static Tags tags(String name, Map<String, String> more) {
        return Tags.of("name", name)
                .and(more.entrySet().stream()
                        .map(tag -> Tag.of(tag.getKey(), tag.getValue()))
                        .toList());
    }

    void gauge(String name, String description, ToDoubleFunction<S> value) {
        add(builder(name, description, value).register(registry));
    }

    /** With one tag more than the others. */
    void gauge(String name, String description, Tag more, ToDoubleFunction<S> value) {
        add(builder(name, description, value).tags(List.of(more)).register(registry));
    }

    void seconds(String name, String description, ToDoubleFunction<S> value) {
        add(builder(name, description, value).baseUnit("seconds").register(registry));
    }

    private Gauge.Builder<T> builder(String name, String description, ToDoubleFunction<S> value) {
        return Gauge.builder(prefix + name, measured, it -> value.applyAsDouble(look.apply(it)))
                .strongReference(true)
                .description(description)
                .tags(tags);
    }

    void counter(String name, String description, ToDoubleFunction<S> value) {
        add(FunctionCounter.builder(prefix + name, measured, it -> value.applyAsDouble(look.apply(it)))
                .description(description)
                .tags(tags)
                .register(registry));
    }

    /** One of another kind, registered already, which goes with the others. */
    <M extends Meter> M add(M meter) {
        meters.add(meter);
        return meter;
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
    }
}
