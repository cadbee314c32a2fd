package io.github.resilience4j.adaptive.spring.polling;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** Publishers that are empty while polling is off. Only touched where Reactor is. */
final class PollingPublishers {

    private PollingPublishers() {}

    static boolean isOne(Class<?> type) {
        return type == Mono.class || type == Flux.class;
    }

    static @Nullable Object whileOn(PollingSwitch polling, @Nullable Object publisher, Class<?> type) {
        if (publisher == null) {
            return null;
        }
        return type == Mono.class
                ? Mono.defer(() -> polling.isOn() ? (Mono<?>) publisher : Mono.empty())
                : Flux.defer(() -> polling.isOn() ? (Flux<?>) publisher : Flux.empty());
    }
}
