package io.github.resilience4j.adaptive.keypool.internal;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs tests while everything is collected; loaded by a class loader of its own, whose log is collected too. */
public final class EvidenceRun {

    private EvidenceRun() {}

    /** Texts by kind. */
    public static Map<String, List<String>> of(List<String> testClasses) throws Exception {
        Evidence.collect();
        for (String name : testClasses) {
            Class<?> type = Class.forName(name);
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().contains("Thousand")) {
                    // Brings nothing but a thousand secrets more to search for.
                    continue;
                }
                if (method.isAnnotationPresent(Test.class)) {
                    invoke(type, method);
                } else if (method.isAnnotationPresent(MethodSource.class)) {
                    for (Object[] arguments : arguments(type, method)) {
                        invoke(type, method, arguments);
                    }
                }
            }
        }
        return Evidence.collected();
    }

    private static List<Object[]> arguments(Class<?> type, Method method) throws ReflectiveOperationException {
        Method source =
                type.getDeclaredMethod(method.getAnnotation(MethodSource.class).value()[0]);
        source.setAccessible(true);
        return ((Stream<?>) source.invoke(null))
                .map(it -> it instanceof Arguments arguments ? arguments.get() : new Object[] {it})
                .toList();
    }

    private static void invoke(Class<?> type, Method method, Object... arguments) throws Exception {
        Constructor<?> constructor = type.getDeclaredConstructor();
        constructor.setAccessible(true);
        method.setAccessible(true);
        try {
            method.invoke(constructor.newInstance(), arguments);
        } catch (InvocationTargetException e) {
            throw new AssertionError(method + " fails when it is watched", e.getCause());
        }
    }
}
