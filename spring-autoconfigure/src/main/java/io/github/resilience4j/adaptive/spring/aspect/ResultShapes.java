package io.github.resilience4j.adaptive.spring.aspect;

import java.lang.reflect.Method;
import java.util.Iterator;
import java.util.List;
import java.util.Spliterator;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.ReactiveAdapterRegistry;
import org.springframework.core.ResolvableType;
import org.springframework.util.ClassUtils;

/** Knows the shape of a method's result, and refuses what cannot be done soundly. */
final class ResultShapes {

    private static final boolean HAS_REACTOR = isPresent("reactor.core.publisher.Flux");
    private static final boolean HAS_RXJAVA3 = isPresent("io.reactivex.rxjava3.core.Flowable");

    private static final ResultShape PLAIN = new PlainShape();
    private static final ResultShape STAGE = new StageShape();

    /** Results that are there before what they stand for is done. */
    private static final List<Class<?>> DEFERRED = List.of(
            Future.class,
            CompletionStage.class,
            Flow.Publisher.class,
            Iterator.class,
            Spliterator.class,
            BaseStream.class,
            Callable.class,
            Supplier.class);

    private static final List<String> DEFERRED_ELSEWHERE = List.of(
            "org.reactivestreams.Publisher",
            "io.vavr.concurrent.Future",
            "org.springframework.web.context.request.async.DeferredResult",
            "org.springframework.web.context.request.async.WebAsyncTask",
            "org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter",
            "org.springframework.web.servlet.mvc.method.annotation.StreamingResponseBody");

    private ResultShapes() {}

    static ResultShape of(Method method, Class<?> targetClass) {
        if (isSuspending(method)) {
            throw new IllegalStateException(
                    "is a suspending function: what it returns to a proxy is not its result. Give"
                            + " the bean a function that returns a Mono, or put the limiter into the coroutine by hand");
        }
        Class<?> type = returnedType(method, targetClass);
        if (type == CompletionStage.class || type == CompletableFuture.class) {
            return STAGE;
        }
        ResultShape reactive = reactive(type);
        if (reactive != null) {
            return reactive;
        }
        if (isDeferred(type)) {
            throw new IllegalStateException("returns " + type.getName()
                    + ", which is there before the call is over: nobody would know how it ended. Return the value itself,"
                    + " a CompletionStage, a Mono or Flux, or a type of RxJava 3");
        }
        return PLAIN;
    }

    /** Whether a method has no result that anybody could miss. */
    static boolean hasNoResult(Method method, Class<?> targetClass) {
        ResolvableType returned = returned(method, targetClass);
        Class<?> type = returned.resolve(Object.class);
        if (type.getName().equals("io.reactivex.rxjava3.core.Completable")) {
            return true;
        }
        Class<?> value = isCarrier(type) ? returned.getGeneric(0).resolve(Object.class) : type;
        return value == void.class || value == Void.class;
    }

    /** Whether there may be more than one result. */
    static boolean hasManyResults(Method method, Class<?> targetClass) {
        String name = returnedType(method, targetClass).getName();
        return name.equals("reactor.core.publisher.Flux")
                || name.equals("org.reactivestreams.Publisher")
                || name.equals("io.reactivex.rxjava3.core.Flowable")
                || name.equals("io.reactivex.rxjava3.core.Observable");
    }

    /** What a method gives itself, without what carries it; Object if that cannot be seen. */
    static Class<?> valueType(Method method, Class<?> targetClass) {
        ResolvableType returned = returned(method, targetClass);
        Class<?> type = returned.resolve(method.getReturnType());
        return ClassUtils.resolvePrimitiveIfNecessary(
                isCarrier(type) ? returned.getGeneric(0).resolve(Object.class) : type);
    }

    /** What a method gives, carrier and all. */
    static Class<?> returnedType(Method method, Class<?> targetClass) {
        return returned(method, targetClass).resolve(method.getReturnType());
    }

    private static ResolvableType returned(Method method, Class<?> targetClass) {
        return ResolvableType.forMethodReturnType(method, targetClass);
    }

    private static boolean isCarrier(Class<?> type) {
        return type == CompletionStage.class || type == CompletableFuture.class || reactive(type) != null;
    }

    private static @Nullable ResultShape reactive(Class<?> type) {
        if (HAS_REACTOR) {
            switch (type.getName()) {
                case "reactor.core.publisher.Mono" -> {
                    return ReactorShape.mono();
                }
                case "reactor.core.publisher.Flux", "org.reactivestreams.Publisher" -> {
                    return ReactorShape.flux();
                }
                default -> {
                    // one of the others
                }
            }
        }
        return HAS_RXJAVA3 ? RxJava3Shape.of(type) : null;
    }

    private static boolean isSuspending(Method method) {
        Class<?>[] parameters = method.getParameterTypes();
        return parameters.length > 0
                && parameters[parameters.length - 1].getName().equals("kotlin.coroutines.Continuation");
    }

    private static boolean isDeferred(Class<?> type) {
        if (DEFERRED.stream().anyMatch(it -> it.isAssignableFrom(type))
                || ReactiveAdapterRegistry.getSharedInstance().getAdapter(type) != null) {
            return true;
        }
        ClassLoader loader = ResultShapes.class.getClassLoader();
        return DEFERRED_ELSEWHERE.stream()
                .filter(it -> ClassUtils.isPresent(it, loader))
                .anyMatch(it -> ClassUtils.resolveClassName(it, loader).isAssignableFrom(type));
    }

    private static boolean isPresent(String type) {
        return ClassUtils.isPresent(type, ResultShapes.class.getClassLoader());
    }
}
