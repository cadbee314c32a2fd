package io.github.resilience4j.adaptive.spring.aspect;

import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** How a method gives its result, and so how something is put around it. Objects that come and go have the method's type. */
interface ResultShape {

    /** Makes the call with permits, and tells the limiter how it ended. */
    @Nullable
    Object limit(Lane lane, MethodBody call) throws Throwable;

    /** Makes the call together with whoever asks for the same. */
    @Nullable
    Object coalesce(Question question, MethodBody call) throws Throwable;

    /** Makes the call; if it fails, the fallback answers. */
    @Nullable
    Object recover(MethodBody call, BoundFallback fallback) throws Throwable;

    /** Makes the call; once it has succeeded, and before anybody gets its result, the action is run with it. */
    @Nullable
    Object then(MethodBody call, Consumer<@Nullable Object> action) throws Throwable;

    /** Makes one call while a switch is on and the other while it is off. Whoever subscribes again asks the switch again. */
    default @Nullable Object either(BooleanSupplier isOn, MethodBody on, MethodBody off) throws Throwable {
        return (isOn.getAsBoolean() ? on : off).run();
    }

    /** The end of a method without a result that is not run. */
    @Nullable
    Object nothing();

    /** A failure. */
    @Nullable
    Object failed(Throwable error) throws Throwable;
}
