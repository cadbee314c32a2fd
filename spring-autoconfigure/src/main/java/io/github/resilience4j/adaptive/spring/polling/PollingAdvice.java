package io.github.resilience4j.adaptive.spring.polling;

import java.lang.reflect.Method;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.StaticMethodMatcherPointcut;
import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.util.ClassUtils;

/** Does not run what is marked as {@link Polling} while the switch is off. Outside all other aspects: nobody counts it. */
final class PollingAdvice implements MethodInterceptor {

    private static final boolean REACTOR =
            ClassUtils.isPresent("reactor.core.publisher.Flux", PollingAdvice.class.getClassLoader());

    private final Supplier<PollingSwitch> polling;

    private PollingAdvice(Supplier<PollingSwitch> polling) {
        this.polling = polling;
    }

    static Advisor advisor(Supplier<PollingSwitch> polling) {
        DefaultPointcutAdvisor advisor = new DefaultPointcutAdvisor(new Marked(), new PollingAdvice(polling));
        advisor.setOrder(Ordered.HIGHEST_PRECEDENCE + 1_000);
        return advisor;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Class<?> type = invocation.getMethod().getReturnType();
        if (REACTOR && PollingPublishers.isOne(type)) {
            // Asked at each subscription: a scheduler calls the method once and subscribes every time.
            return PollingPublishers.whileOn(polling.get(), invocation.proceed(), type);
        }
        if (polling.get().isOn()) {
            return invocation.proceed();
        }
        return Future.class.isAssignableFrom(type) || CompletionStage.class.isAssignableFrom(type)
                ? CompletableFuture.completedFuture(null)
                : null;
    }

    /** Marked, by itself or by its class; refuses at the start a method whose result somebody may need. */
    private static final class Marked extends StaticMethodMatcherPointcut {

        @Override
        public boolean matches(Method method, Class<?> targetClass) {
            Method specific = ClassUtils.getMostSpecificMethod(method, targetClass);
            if (AnnotatedElementUtils.hasAnnotation(specific, Polling.class)) {
                if (!mayDoNothing(specific.getReturnType())) {
                    throw new IllegalStateException("@Polling on " + specific + ": it returns a "
                            + specific.getReturnType().getName()
                            + ", of which there is none while polling is off; it must "
                            + "return void, Void, a CompletableFuture, a CompletionStage, a Future, a Mono or a Flux");
                }
                return true;
            }
            return AnnotatedElementUtils.hasAnnotation(targetClass, Polling.class)
                    && specific.getDeclaringClass() != Object.class
                    && mayDoNothing(specific.getReturnType());
        }

        private static boolean mayDoNothing(Class<?> type) {
            return type == void.class
                    || type == Void.class
                    || (type.isAssignableFrom(CompletableFuture.class) && type != Object.class)
                    || (REACTOR && PollingPublishers.isOne(type));
        }
    }
}
