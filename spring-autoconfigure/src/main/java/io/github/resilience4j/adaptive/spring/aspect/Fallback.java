package io.github.resilience4j.adaptive.spring.aspect;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The methods of one name that may answer instead of another, by Resilience4j's conventions: the same parameters and one for
 * the exception, or that one only. Found and checked when the application starts.
 */
final class Fallback {

    private final Map<Class<?>, Method> byError;

    private Fallback(Map<Class<?>, Method> byError) {
        this.byError = byError;
    }

    /** Null if no fallback is wanted. */
    static @Nullable Fallback find(String name, Method method, Class<?> targetClass) {
        if (name.isEmpty()) {
            return null;
        }
        Class<?> returned = ResultShapes.returnedType(method, targetClass);
        Map<Class<?>, Method> byError = new LinkedHashMap<>();
        List<String> misfits = new ArrayList<>();
        for (Method candidate : ReflectionUtils.getUniqueDeclaredMethods(targetClass)) {
            if (!candidate.getName().equals(name) || candidate.isBridge()) {
                continue;
            }
            if (takes(candidate, method, targetClass)
                    && ClassUtils.isAssignable(returned, ResultShapes.returnedType(candidate, targetClass))) {
                Class<?> error = parameters(candidate, targetClass)[candidate.getParameterCount() - 1];
                // With all the parameters beats with the exception only, as far down in the hierarchy as there is one.
                byError.merge(error, candidate, (a, b) -> a.getParameterCount() >= b.getParameterCount() ? a : b);
            } else {
                misfits.add(describe(candidate));
            }
        }
        if (byError.isEmpty()) {
            throw new IllegalStateException("fallbackMethod \"" + name + "\" must be a method of "
                    + targetClass.getName() + " like " + wanted(name, method, targetClass) + "; there is "
                    + (misfits.isEmpty() ? "none of that name" : "only " + String.join(", ", misfits)));
        }
        byError.values().forEach(ReflectionUtils::makeAccessible);
        return new Fallback(byError);
    }

    /** For one call; the proxy, so that annotations of a fallback are obeyed too, as in Resilience4j. */
    BoundFallback bind(MethodCall call) {
        return error -> answer(call, error);
    }

    private @Nullable Object answer(MethodCall call, Throwable error) throws Throwable {
        Method method = nearest(error);
        if (method == null) {
            throw error;
        }
        Object[] arguments;
        if (method.getParameterCount() == 1) {
            arguments = new Object[] {error};
        } else {
            arguments = Arrays.copyOf(call.getArgs(), call.getArgs().length + 1);
            arguments[arguments.length - 1] = error;
        }
        try {
            return method.invoke(isReachedThrough(call.proxy(), method) ? call.proxy() : call.getTarget(), arguments);
        } catch (InvocationTargetException e) {
            throw e.getTargetException();
        }
    }

    private @Nullable Method nearest(Throwable error) {
        for (Class<?> type = error.getClass(); type != null; type = type.getSuperclass()) {
            Method method = byError.get(type);
            if (method != null) {
                return method;
            }
        }
        return null;
    }

    // What a proxy does not override would run on the proxy's own, empty fields.
    private static boolean isReachedThrough(Object proxy, Method method) {
        int modifiers = method.getModifiers();
        return (Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers))
                && !Modifier.isFinal(modifiers)
                && !Modifier.isStatic(modifiers)
                && method.getDeclaringClass().isInstance(proxy);
    }

    private static boolean takes(Method candidate, Method method, Class<?> targetClass) {
        Class<?>[] given = parameters(candidate, targetClass);
        if (given.length == 0 || !Throwable.class.isAssignableFrom(given[given.length - 1])) {
            return false;
        }
        Class<?>[] wanted = parameters(method, targetClass);
        if (given.length == 1) {
            return true;
        }
        if (given.length != wanted.length + 1) {
            return false;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (!ClassUtils.isAssignable(given[i], wanted[i])) {
                return false;
            }
        }
        return true;
    }

    private static Class<?>[] parameters(Method method, Class<?> targetClass) {
        Class<?>[] types = method.getParameterTypes();
        for (int i = 0; i < types.length; i++) {
            types[i] = ResolvableType.forMethodParameter(method, i, targetClass).resolve(types[i]);
        }
        return types;
    }

    private static String wanted(String name, Method method, Class<?> targetClass) {
        String parameters = Stream.concat(
                        Arrays.stream(parameters(method, targetClass)).map(Class::getSimpleName),
                        Stream.of("Throwable"))
                .collect(Collectors.joining(", "));
        String returned = ResultShapes.returnedType(method, targetClass).getSimpleName();
        return "\"" + returned + " " + name + "(" + parameters + ")\" or \"" + returned + " " + name
                + "(Throwable)\", or with a narrower exception";
    }

    private static String describe(Method method) {
        return "\"" + method.getReturnType().getSimpleName() + " " + method.getName() + "("
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", "))
                + ")\"";
    }
}
