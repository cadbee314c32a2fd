package io.github.resilience4j.adaptive.spring.aspect;

import io.github.resilience4j.adaptive.coalesce.CoalescedCallException;
import io.github.resilience4j.adaptive.coalesce.Coalescer;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What one caller asks a coalescer; {@code maxAge} null: past the store. */
record Question(
        Coalescer<Object, @Nullable Object> coalescer,
        Object key,
        @Nullable Duration maxAge) {

    @Nullable
    Object ask(MethodBody call) throws Throwable {
        try {
            return maxAge == null
                    ? coalescer.refresh(key, call::runUnchecked)
                    : coalescer.get(key, maxAge, call::runUnchecked);
        } catch (CoalescedCallException e) {
            throw original(e);
        }
    }

    /** Fails with the exceptions of the coalescer; see {@link #original}. */
    CompletionStage<@Nullable Object> askAsync(Supplier<CompletionStage<@Nullable Object>> call) {
        return maxAge == null ? coalescer.refreshAsync(key, call) : coalescer.getAsync(key, maxAge, call);
    }

    /** What the method threw: callers of an annotated method know nothing of the coalescer. */
    static Throwable original(Throwable error) {
        Throwable bare = StageShape.bare(error);
        Throwable cause = bare.getCause();
        return bare instanceof CoalescedCallException && cause != null ? StageShape.bare(cause) : bare;
    }
}
