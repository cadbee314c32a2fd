package io.github.resilience4j.adaptive.spring.aspect;

import java.lang.reflect.Array;
import java.lang.reflect.Method;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** What a coalescer is asked for, where one value as it is will not do: arrays are compared by their elements. */
final class CallKey {

    private final @Nullable Method method;
    private final @Nullable Object[] parts;

    private CallKey(@Nullable Method method, @Nullable Object[] parts) {
        this.method = method;
        this.parts = parts;
        for (int i = 0; i < parts.length; i++) {
            parts[i] = copyOfArray(parts[i]);
        }
    }

    /** The only argument itself, or all of them. */
    static Object ofArguments(@Nullable Object[] arguments) {
        Object first = arguments.length == 1 ? arguments[0] : null;
        return first == null ? new CallKey(null, arguments.clone()) : of(first);
    }

    /** All arguments, and whose they are. */
    static Object ofCall(Method method, @Nullable Object[] arguments) {
        return new CallKey(method, arguments.clone());
    }

    static Object of(Object value) {
        return value.getClass().isArray() ? new CallKey(null, new Object[] {value}) : value;
    }

    // The caller may go on and change it.
    private static @Nullable Object copyOfArray(@Nullable Object value) {
        if (value == null || !value.getClass().isArray()) {
            return value;
        }
        int length = Array.getLength(value);
        Object copy = Array.newInstance(value.getClass().getComponentType(), length);
        System.arraycopy(value, 0, copy, 0, length);
        return copy;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof CallKey that
                && (method == null ? that.method == null : method.equals(that.method))
                && Arrays.deepEquals(parts, that.parts);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.deepHashCode(parts) + (method == null ? 0 : method.hashCode());
    }

    /** Nothing of the arguments: keys appear in no message. */
    @Override
    public String toString() {
        return "a key of " + parts.length + " parts";
    }
}
