package io.github.resilience4j.adaptive.spring.client;

import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.client.RequestKeys;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.client.LimitedClientProperties.Calls;
import io.github.resilience4j.adaptive.spring.internal.WrittenProperties;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.util.ClassUtils;

/** How the requests of each kind of client leave; refuses at the start what cannot be. */
final class LimitedClients {

    private final AdaptiveRateLimiterRegistry registry;
    private final List<OutgoingCallsCustomizer> customizers;
    private final WrittenProperties written;
    private final @Nullable ClassLoader loader;
    private final Map<ClientKind, OutgoingCalls> byKind = new EnumMap<>(ClientKind.class);

    LimitedClients(
            LimitedClientProperties properties,
            AdaptiveRateLimiterRegistry registry,
            List<OutgoingCallsCustomizer> customizers,
            WrittenProperties written,
            @Nullable ClassLoader loader) {
        this.registry = registry;
        this.customizers = customizers;
        this.written = written;
        this.loader = loader;
        customizers.forEach(LimitedClients::checkName);
        for (ClientKind kind : ClientKind.values()) {
            add(kind, kind.settings(properties));
        }
    }

    /** Empty if that kind has no limiter. */
    Optional<OutgoingCalls> of(ClientKind kind) {
        return Optional.ofNullable(byKind.get(kind));
    }

    private static void checkName(OutgoingCallsCustomizer customizer) {
        List<String> known =
                Stream.of(ClientKind.values()).map(ClientKind::property).toList();
        if (!known.contains(customizer.client())) {
            throw new IllegalStateException("an OutgoingCallsCustomizer is for " + customizer.client()
                    + ", but there is no such client; there are " + known);
        }
    }

    private void add(ClientKind kind, Calls settings) {
        ConfigurationPropertyName path =
                ConfigurationPropertyName.of(LimitedClientProperties.PREFIX).append(kind.property());
        String name = settings.limiter();
        if (name == null) {
            if (settings.key() != LimitedClientProperties.Key.NONE) {
                throw written.refuse(path.append("key"), "there is no limiter to have one of for each");
            }
            return;
        }
        ConfigurationPropertyName limiterPath = path.append("limiter");
        if (!ClassUtils.isPresent(kind.type(), loader)) {
            throw written.refuse(
                    limiterPath, "there is no " + ClassUtils.getShortName(kind.type()) + " on the class path");
        }
        AdaptiveRateLimiter limiter = registry.find(name)
                .orElseThrow(() -> written.refuse(
                        limiterPath, "there is no limiter of that name; there are " + new TreeSet<>(names())));
        OutgoingCalls.Builder calls = settings.key() == LimitedClientProperties.Key.HOST
                ? OutgoingCalls.custom(registry, name, RequestKeys.host())
                : OutgoingCalls.custom(limiter);
        customizers.stream()
                .filter(customizer -> customizer.client().equals(kind.property()))
                .forEach(customizer -> customizer.customize(calls));
        byKind.put(kind, calls.build());
    }

    private List<String> names() {
        return registry.getAllRateLimiters().stream()
                .map(AdaptiveRateLimiter::getName)
                .toList();
    }
}
