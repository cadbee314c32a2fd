package io.github.resilience4j.adaptive.spring.aspect;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;
import org.springframework.core.MethodClassKey;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * The methods that one kind of annotation is about. What is wrong with one is said, with its name, when it is first looked
 * at, which is when the proxy of its bean is made.
 *
 * @param <A> the annotation
 */
abstract class AnnotatedMethods<A extends Annotation> {

    private final Class<A> annotationType;
    private final Map<MethodClassKey, Optional<Found>> known = new ConcurrentHashMap<>();

    AnnotatedMethods(Class<A> annotationType) {
        this.annotationType = annotationType;
    }

    /** Where annotations stand and what they say; more than one only if they can be repeated. */
    record Place<A>(List<A> annotations, boolean onClass, Method method, Class<?> targetClass) {

        A annotation() {
            return annotations.get(0);
        }
    }

    /** A method as it is called, and what to do with it. */
    record Found(AnnotatedMethod annotated, Method method, Class<?> targetClass) {}

    /** Null if this annotation on a class leaves the method out. */
    abstract @Nullable AnnotatedMethod read(Place<A> place);

    Class<A> annotationType() {
        return annotationType;
    }

    /** Null if no such annotation is about this method. */
    @Nullable
    Found of(Method method, Class<?> targetClass) {
        MethodClassKey key = new MethodClassKey(method, targetClass);
        Optional<Found> found = known.get(key);
        if (found == null) {
            // Not inside computeIfAbsent: reading may lead to beans, and so to here.
            Class<?> userClass = ClassUtils.getUserClass(targetClass);
            // The methods of a proxy have lost the names of their parameters.
            Method specific =
                    Proxy.isProxyClass(userClass) ? method : AopUtils.getMostSpecificMethod(method, userClass);
            AnnotatedMethod annotated = look(specific, userClass);
            found = Optional.ofNullable(annotated == null ? null : new Found(annotated, specific, userClass));
            known.put(key, found);
        }
        return found.orElse(null);
    }

    private @Nullable AnnotatedMethod look(Method method, Class<?> targetClass) {
        List<A> own = on(method);
        List<A> annotations = own.isEmpty() ? onClass(method, targetClass) : own;
        if (annotations.isEmpty()) {
            return null;
        }
        try {
            return read(new Place<>(annotations, own.isEmpty(), method, targetClass));
        } catch (RuntimeException e) {
            throw new IllegalStateException(describe(method, targetClass) + ": " + e.getMessage(), e);
        }
    }

    /** The nearest of them: on the method or class itself, on another annotation there, on what it overrides. */
    List<A> on(AnnotatedElement element) {
        List<MergedAnnotation<A>> all = MergedAnnotations.from(element, SearchStrategy.TYPE_HIERARCHY).stream(
                        annotationType)
                .toList();
        int nearest =
                all.stream().mapToInt(MergedAnnotation::getAggregateIndex).min().orElse(0);
        return all.stream()
                .filter(it -> it.getAggregateIndex() == nearest)
                .map(MergedAnnotation::synthesize)
                .toList();
    }

    private List<A> onClass(Method method, Class<?> targetClass) {
        if (!Modifier.isPublic(method.getModifiers())
                || Modifier.isStatic(method.getModifiers())
                || method.isSynthetic()
                || ReflectionUtils.isObjectMethod(method)) {
            return List.of();
        }
        MergedAnnotation<A> found = MergedAnnotations.from(targetClass, SearchStrategy.TYPE_HIERARCHY)
                .get(annotationType);
        // What stands on an interface is about the methods of that interface.
        if (found.getSource() instanceof Class<?> source
                && source.isInterface()
                && Arrays.stream(source.getMethods())
                        .noneMatch(it -> it.getName().equals(method.getName())
                                && it.getParameterCount() == method.getParameterCount())) {
            return List.of();
        }
        return on(targetClass);
    }

    /** A fallback is no method like the others of its class: it answers when those are refused. */
    static boolean isFallbackOfItsClass(boolean onClass, String fallbackMethod, Method method) {
        return onClass && method.getName().equals(fallbackMethod);
    }

    static MethodText name(MethodTexts texts, String name, Method method, boolean hasResult) {
        MethodText text = texts.text("name", name, method, hasResult);
        if (text.constant() != null && text.constant().isBlank()) {
            throw new IllegalStateException("name is blank");
        }
        return text;
    }

    String describe(Method method, Class<?> targetClass) {
        Class<?> named = Proxy.isProxyClass(targetClass) ? method.getDeclaringClass() : targetClass;
        return "@" + annotationType.getSimpleName() + " on " + named.getName() + "." + method.getName() + "("
                + Arrays.stream(method.getParameterTypes())
                        .map(Class::getSimpleName)
                        .collect(Collectors.joining(", "))
                + ")";
    }
}
