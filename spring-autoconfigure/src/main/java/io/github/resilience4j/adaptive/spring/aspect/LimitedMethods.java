package io.github.resilience4j.adaptive.spring.aspect;

import io.github.resilience4j.adaptive.annotation.AdaptiveRateLimit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.spring.polling.PollingSwitch;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@link AdaptiveRateLimit} at work. */
final class LimitedMethods extends AnnotatedMethods<AdaptiveRateLimit> {

    private final MethodTexts texts;
    private final Supplier<AdaptiveRateLimiterRegistry> registry;
    private final Supplier<PollingSwitch> polling;

    LimitedMethods(MethodTexts texts, Supplier<AdaptiveRateLimiterRegistry> registry, Supplier<PollingSwitch> polling) {
        super(AdaptiveRateLimit.class);
        this.texts = texts;
        this.registry = registry;
        this.polling = polling;
    }

    @Override
    @Nullable
    AnnotatedMethod read(Place<AdaptiveRateLimit> place) {
        AdaptiveRateLimit annotation = place.annotation();
        Method method = place.method();
        if (isFallbackOfItsClass(place.onClass(), annotation.fallbackMethod(), method)) {
            return null;
        }
        return new Limited(
                ResultShapes.of(method, place.targetClass()),
                ResultShapes.hasNoResult(method, place.targetClass()),
                name(texts, annotation.name(), method, false),
                permits(annotation, method),
                annotation.background(),
                Fallback.find(annotation.fallbackMethod(), method, place.targetClass()));
    }

    private Permits permits(AdaptiveRateLimit annotation, Method method) {
        int permits = annotation.permits();
        if (annotation.permitsExpression().isEmpty()) {
            if (permits < 1) {
                throw new IllegalStateException("permits = " + permits + " must be at least 1");
            }
            return call -> permits;
        }
        if (permits != 1) {
            throw new IllegalStateException("has both permits and permitsExpression");
        }
        MethodText expression = texts.expression("permitsExpression", annotation.permitsExpression(), method);
        return call -> wholeNumber(expression, expression.valueFor(call));
    }

    private static int wholeNumber(MethodText expression, Object value) {
        if (value instanceof Number number && number.doubleValue() == number.intValue() && number.intValue() >= 1) {
            return number.intValue();
        }
        throw expression.wrong(value + "; a whole number of at least 1 is wanted");
    }

    @FunctionalInterface
    private interface Permits {
        int of(MethodCall call);
    }

    private final class Limited implements AnnotatedMethod {

        private final ResultShape shape;
        private final boolean hasNoResult;
        private final MethodText name;
        private final Permits permits;
        private final boolean background;
        private final @Nullable Fallback fallback;

        Limited(
                ResultShape shape,
                boolean hasNoResult,
                MethodText name,
                Permits permits,
                boolean background,
                @Nullable Fallback fallback) {
            this.shape = shape;
            this.hasNoResult = hasNoResult;
            this.name = name;
            this.permits = permits;
            this.background = background;
            this.fallback = fallback;
        }

        @Override
        public @Nullable Object call(MethodCall call) throws Throwable {
            MethodBody body = shape instanceof PlainShape ? call::proceed : call.repeatable();
            return background
                    ? shape.either(polling.get()::isOn, () -> limited(call, body), () -> withoutPolling(call))
                    : limited(call, body);
        }

        private @Nullable Object limited(MethodCall call, MethodBody body) throws Throwable {
            Lane lane = new Lane(registry.get().rateLimiter(name.nameFor(call)), permits.of(call), background);
            return recovered(call, () -> shape.limit(lane, body));
        }

        private @Nullable Object withoutPolling(MethodCall call) throws Throwable {
            if (hasNoResult) {
                return shape.nothing();
            }
            AdaptiveRateLimiter limiter = registry.get().rateLimiter(name.nameFor(call));
            return recovered(
                    call, () -> shape.failed(RequestNotPermitted.createRequestNotPermitted(limiter.background())));
        }

        private @Nullable Object recovered(MethodCall call, MethodBody body) throws Throwable {
            return fallback == null ? body.run() : shape.recover(body, fallback.bind(call));
        }
    }
}
