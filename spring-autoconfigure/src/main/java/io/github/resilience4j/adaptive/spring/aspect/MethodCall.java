package io.github.resilience4j.adaptive.spring.aspect;

import java.lang.reflect.Method;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;

/** One call of an annotated method; the root of SpEL expressions. */
final class MethodCall {

    private final ProxyMethodInvocation invocation;
    private final Method method;
    private final Class<?> targetClass;

    MethodCall(MethodInvocation invocation, Method method, Class<?> targetClass) {
        this.invocation = (ProxyMethodInvocation) invocation;
        this.method = method;
        this.targetClass = targetClass;
    }

    /** Its arguments, also for SpEL. */
    public @Nullable Object[] getArgs() {
        return invocation.getArguments();
    }

    /** For SpEL. */
    public Method getMethod() {
        return method;
    }

    /** For SpEL. */
    public String getMethodName() {
        return method.getName();
    }

    /** The object behind the proxy, also for SpEL; null where there is none, as with an interface that is all there is. */
    public @Nullable Object getTarget() {
        return invocation.getThis();
    }

    /** For SpEL. */
    public Class<?> getTargetClass() {
        return targetClass;
    }

    Object proxy() {
        return invocation.getProxy();
    }

    /** The rest of the way to the method: here and now, once. */
    @Nullable
    Object proceed() throws Throwable {
        return invocation.proceed();
    }

    /**
     * The rest of the way to the method, as often as need be and in any thread. Inner aspects find there what Spring keeps for
     * them in a thread local, and libraries the class loader they would find here.
     */
    MethodBody repeatable() {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        return () -> {
            Thread thread = Thread.currentThread();
            ClassLoader before = thread.getContextClassLoader();
            if (before == loader) {
                return ExposeInvocationInterceptor.INSTANCE.invoke(invocation.invocableClone());
            }
            thread.setContextClassLoader(loader);
            try {
                return ExposeInvocationInterceptor.INSTANCE.invoke(invocation.invocableClone());
            } finally {
                thread.setContextClassLoader(before);
            }
        };
    }
}
