package io.github.resilience4j.adaptive.spring.aspect;

import io.github.resilience4j.adaptive.annotation.CoalesceEvict;
import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@link CoalesceEvict} at work. */
final class EvictingMethods extends AnnotatedMethods<CoalesceEvict> {

    private final MethodTexts texts;
    private final Supplier<CoalescerRegistry> registry;
    private final Set<String> names = ConcurrentHashMap.newKeySet();
    private final Set<String> namesOfPrefixes = ConcurrentHashMap.newKeySet();

    EvictingMethods(MethodTexts texts, Supplier<CoalescerRegistry> registry) {
        super(CoalesceEvict.class);
        this.texts = texts;
        this.registry = registry;
    }

    /** The coalescers that annotations name in so many words. */
    Set<String> names() {
        return names;
    }

    /** Those of them whose keys must have paths. */
    Set<String> namesOfPrefixes() {
        return namesOfPrefixes;
    }

    @Override
    AnnotatedMethod read(Place<CoalesceEvict> place) {
        Method method = place.method();
        ResultShape shape = ResultShapes.of(method, place.targetClass());
        List<Eviction> evictions =
                place.annotations().stream().map(it -> eviction(it, method)).toList();
        return call -> shape.then(
                shape instanceof PlainShape ? call::proceed : call.repeatable(),
                result -> evict(evictions, call, result));
    }

    /** All of them: one that fails is no reason to keep what another would have forgotten. */
    private static void evict(List<Eviction> evictions, MethodCall call, @Nullable Object result) {
        RuntimeException failure = null;
        for (Eviction eviction : evictions) {
            try {
                eviction.evict(call, result);
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else if (failure != e) {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private Eviction eviction(CoalesceEvict annotation, Method method) {
        boolean hasKey = !annotation.key().isEmpty();
        boolean hasPrefix = !annotation.keyPrefix().isEmpty();
        if ((hasKey ? 1 : 0) + (hasPrefix ? 1 : 0) + (annotation.all() ? 1 : 0) != 1) {
            throw new IllegalStateException("exactly one of key, keyPrefix and all must say what is to be forgotten");
        }
        MethodText name = name(texts, annotation.name(), method, true);
        if (name.constant() != null) {
            names.add(name.constant());
            if (hasPrefix) {
                namesOfPrefixes.add(name.constant());
            }
        }
        if (annotation.all()) {
            return (call, result) -> with(name, call, result, Coalescer::invalidateAll);
        }
        if (hasKey) {
            MethodText key = texts.expression("key", annotation.key(), method, true);
            return (call, result) -> {
                Object value = CallKey.of(key.valueFor(call, result));
                with(name, call, result, coalescer -> coalescer.invalidate(value));
            };
        }
        MethodText prefix = texts.text("keyPrefix", annotation.keyPrefix(), method, true);
        return (call, result) -> {
            String path = prefix.textFor(call, result);
            with(name, call, result, coalescer -> coalescer.invalidatePrefix(path));
        };
    }

    // One that nobody has asked yet has nothing to forget, and need not be made for that.
    @SuppressWarnings("unchecked") // keys may be anything
    private void with(MethodText name, MethodCall call, @Nullable Object result, Action action) {
        registry.get()
                .find(name.textFor(call, result))
                .ifPresent(coalescer -> action.on((Coalescer<Object, ?>) coalescer));
    }

    @FunctionalInterface
    private interface Eviction {
        void evict(MethodCall call, @Nullable Object result);
    }

    @FunctionalInterface
    private interface Action {
        void on(Coalescer<Object, ?> coalescer);
    }
}
