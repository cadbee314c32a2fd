package io.github.resilience4j.adaptive.spring.aspect;

import io.github.resilience4j.adaptive.annotation.Coalesce;
import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** {@link Coalesce} at work. */
final class CoalescedMethods extends AnnotatedMethods<Coalesce> {

    private final MethodTexts texts;
    private final Supplier<CoalescerRegistry> registry;

    /** By name of coalescer: whose arguments are its keys. */
    private final Map<String, Method> keyedByArguments = new ConcurrentHashMap<>();

    /** Names that are known without a call. */
    private final Set<String> names = ConcurrentHashMap.newKeySet();

    CoalescedMethods(MethodTexts texts, Supplier<CoalescerRegistry> registry) {
        super(Coalesce.class);
        this.texts = texts;
        this.registry = registry;
    }

    /** The coalescers that annotations name in so many words. */
    Set<String> names() {
        return names;
    }

    @Override
    @Nullable
    AnnotatedMethod read(Place<Coalesce> place) {
        Coalesce annotation = place.annotation();
        Method method = place.method();
        Class<?> targetClass = place.targetClass();
        ResultShape shape = ResultShapes.of(method, targetClass);
        boolean hasNoResult = ResultShapes.hasNoResult(method, targetClass);
        if (isFallbackOfItsClass(place.onClass(), annotation.fallbackMethod(), method)
                || (place.onClass() && hasNoResult)) {
            return null;
        }
        if (hasNoResult) {
            throw new IllegalStateException("returns nothing, so there is nothing to share");
        }
        Class<?> valueType = ResultShapes.valueType(method, targetClass);
        if (ResultShapes.hasManyResults(method, targetClass)) {
            throw new IllegalStateException("returns a stream, which cannot be joined half-way;"
                    + " collect it and return a Mono or Single of a list");
        }
        if (AutoCloseable.class.isAssignableFrom(valueType)) {
            throw new IllegalStateException(
                    "returns " + valueType.getName() + ", which the first caller would use up or close for the others");
        }
        MethodText name = name(texts, annotation.name(), method, false);
        Keys keys = keys(place, name);
        if (name.constant() != null) {
            names.add(name.constant());
        }
        return new Coalesced(
                shape,
                valueType,
                name,
                keys,
                maxAges(annotation, method),
                Fallback.find(annotation.fallbackMethod(), method, targetClass));
    }

    private Keys keys(Place<Coalesce> place, MethodText name) {
        Method method = place.method();
        if (!place.annotation().key().isEmpty()) {
            MethodText key = texts.expression("key", place.annotation().key(), method);
            return call -> CallKey.of(key.valueFor(call));
        }
        if (place.onClass()) {
            return call -> CallKey.ofCall(method, call.getArgs());
        }
        if (name.constant() != null) {
            Method other = keyedByArguments.putIfAbsent(name.constant(), method);
            if (other != null && !other.equals(method)) {
                throw new IllegalStateException("shares the coalescer \"" + name.constant() + "\" with "
                        + other.getDeclaringClass().getName() + "." + other.getName()
                        + ", and in both the arguments are the key: equal arguments would bring the result of the other."
                        + " Give each a name of its own, or each a key");
            }
        }
        return call -> CallKey.ofArguments(call.getArgs());
    }

    private MaxAges maxAges(Coalesce annotation, Method method) {
        MaxAges ages = annotation.maxAge().isEmpty()
                ? (call, coalescer) -> coalescer.getCoalescerConfig().getMaxAge()
                : maxAges(texts.text("maxAge", annotation.maxAge(), method));
        if (annotation.refreshExpression().isEmpty()) {
            return annotation.refresh() ? (call, coalescer) -> null : ages;
        }
        if (annotation.refresh()) {
            throw new IllegalStateException("has both refresh and refreshExpression");
        }
        MethodText refresh = texts.expression("refreshExpression", annotation.refreshExpression(), method);
        return (call, coalescer) -> isTrue(refresh, refresh.valueFor(call)) ? null : ages.of(call, coalescer);
    }

    private static MaxAges maxAges(MethodText text) {
        if (text.constant() != null) {
            Duration age = duration(text, text.constant());
            return (call, coalescer) -> age;
        }
        return (call, coalescer) -> duration(text, text.valueFor(call));
    }

    private static Duration duration(MethodText text, Object value) {
        Duration duration;
        try {
            duration = value instanceof Duration given
                    ? given
                    : DurationStyle.detectAndParse(value.toString().trim());
        } catch (IllegalArgumentException e) {
            throw text.wrong(value + "; a duration is wanted, like 30s, 500ms or PT2M");
        }
        if (duration.isNegative()) {
            throw text.wrong(value + "; 0 or more is wanted");
        }
        return duration;
    }

    private static boolean isTrue(MethodText text, Object value) {
        if (value instanceof Boolean flag) {
            return flag;
        }
        if ("true".equals(value) || "false".equals(value)) {
            return "true".equals(value);
        }
        throw text.wrong(value + "; true or false is wanted");
    }

    @FunctionalInterface
    private interface Keys {
        Object of(MethodCall call);
    }

    /** Null: past the store. */
    @FunctionalInterface
    private interface MaxAges {
        @Nullable
        Duration of(MethodCall call, Coalescer<?, ?> coalescer);
    }

    private final class Coalesced implements AnnotatedMethod {

        private final ResultShape shape;
        private final Class<?> valueType;
        private final MethodText name;
        private final Keys keys;
        private final MaxAges maxAges;
        private final @Nullable Fallback fallback;

        Coalesced(
                ResultShape shape,
                Class<?> valueType,
                MethodText name,
                Keys keys,
                MaxAges maxAges,
                @Nullable Fallback fallback) {
            this.shape = shape;
            this.valueType = valueType;
            this.name = name;
            this.keys = keys;
            this.maxAges = maxAges;
            this.fallback = fallback;
        }

        @Override
        public @Nullable Object call(MethodCall call) throws Throwable {
            Coalescer<Object, @Nullable Object> coalescer = registry.get().coalescer(name.nameFor(call));
            Question question = new Question(coalescer, keys.of(call), maxAges.of(call, coalescer));
            MethodBody body = call.repeatable();
            return fallback == null
                    ? ask(question, body)
                    : shape.recover(() -> ask(question, body), fallback.bind(call));
        }

        private @Nullable Object ask(Question question, MethodBody body) throws Throwable {
            Object result = shape.coalesce(question, body);
            if (shape instanceof PlainShape && result != null && !valueType.isInstance(result)) {
                throw new IllegalStateException(
                        "Coalescer '" + question.coalescer().getName() + "' gave a "
                                + result.getClass().getName() + " where a " + valueType.getName()
                                + " is wanted: methods of different results share its keys");
            }
            return result;
        }
    }
}
