package io.github.resilience4j.adaptive.spring.aspect;

import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A value, or none. */
final class PlainShape implements ResultShape {

    @Override
    public @Nullable Object limit(Lane lane, MethodBody call) throws Throwable {
        return lane.entrance().executeCheckedSupplier(lane.permits(), call::run);
    }

    @Override
    public @Nullable Object coalesce(Question question, MethodBody call) throws Throwable {
        return question.ask(call);
    }

    @Override
    public @Nullable Object recover(MethodBody call, BoundFallback fallback) throws Throwable {
        try {
            return call.run();
        } catch (Throwable e) {
            return fallback.answer(e);
        }
    }

    @Override
    public @Nullable Object then(MethodBody call, Consumer<@Nullable Object> action) throws Throwable {
        Object result = call.run();
        action.accept(result);
        return result;
    }

    @Override
    public @Nullable Object nothing() {
        return null;
    }

    @Override
    public @Nullable Object failed(Throwable error) throws Throwable {
        throw error;
    }
}
