package io.github.resilience4j.adaptive.spring.aspect;

import java.lang.reflect.Method;
import org.aopalliance.aop.Advice;
import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.Pointcut;
import org.springframework.aop.support.AbstractPointcutAdvisor;
import org.springframework.aop.support.AopUtils;
import org.springframework.aop.support.StaticMethodMatcherPointcut;

/** Puts one kind of annotation to work, at its place among the other aspects. Spring's own means: no AspectJ needed. */
final class AnnotationAdvisor extends AbstractPointcutAdvisor implements MethodInterceptor {

    private static final long serialVersionUID = 1L;

    private final transient AnnotatedMethods<?> methods;
    private final transient Pointcut pointcut;

    AnnotationAdvisor(AnnotatedMethods<?> methods, int order) {
        this.methods = methods;
        this.pointcut = new StaticMethodMatcherPointcut() {
            @Override
            public boolean matches(Method method, Class<?> targetClass) {
                return methods.of(method, targetClass) != null;
            }
        };
        setOrder(order);
    }

    AnnotatedMethods<?> methods() {
        return methods;
    }

    @Override
    public Pointcut getPointcut() {
        return pointcut;
    }

    @Override
    public Advice getAdvice() {
        return this;
    }

    @Override
    public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
        Object target = invocation.getThis();
        Method method = invocation.getMethod();
        Class<?> targetClass = target == null ? method.getDeclaringClass() : AopUtils.getTargetClass(target);
        AnnotatedMethods.Found found = methods.of(method, targetClass);
        return found == null
                ? invocation.proceed()
                : found.annotated().call(new MethodCall(invocation, found.method(), found.targetClass()));
    }

    // The inherited one compares the advice, which is this very object, without end.
    @Override
    public boolean equals(@Nullable Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
