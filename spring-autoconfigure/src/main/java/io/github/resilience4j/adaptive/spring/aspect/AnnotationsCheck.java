package io.github.resilience4j.adaptive.spring.aspect;

import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.aop.framework.Advised;
import org.springframework.aop.framework.autoproxy.AutoProxyUtils;
import org.springframework.aop.scope.ScopedProxyUtils;
import org.springframework.aop.support.AopUtils;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

/**
 * Looks at all beans once, so that what is wrong with an annotation fails the start also where the bean comes later, and what
 * no proxy can see does not pass in silence.
 */
final class AnnotationsCheck implements SmartInitializingSingleton {

    private static final Logger LOG = LoggerFactory.getLogger(AnnotationsCheck.class);

    private final ConfigurableListableBeanFactory beans;
    private final List<AnnotationAdvisor> advisors;
    private final ObjectProvider<CoalescerRegistry> coalescers;

    AnnotationsCheck(
            ConfigurableListableBeanFactory beans,
            List<AnnotationAdvisor> advisors,
            ObjectProvider<CoalescerRegistry> coalescers) {
        this.beans = beans;
        this.advisors = advisors;
        this.coalescers = coalescers;
    }

    @Override
    public void afterSingletonsInstantiated() {
        for (String name : beans.getBeanDefinitionNames()) {
            Class<?> type = ScopedProxyUtils.isScopedTarget(name) ? null : typeOf(name);
            if (type != null && !type.getName().startsWith("org.springframework.")) {
                check(name, ClassUtils.getUserClass(type));
            }
        }
        coalescerNames();
    }

    private @Nullable Class<?> typeOf(String name) {
        try {
            return AutoProxyUtils.determineTargetClass(beans, name);
        } catch (RuntimeException | LinkageError e) {
            // Whatever is wrong with that bean, whoever makes it will say it better.
            return null;
        }
    }

    private void check(String bean, Class<?> type) {
        Object singleton = beans.containsSingleton(bean) ? beans.getSingleton(bean) : null;
        boolean isJdkProxy = singleton != null && AopUtils.isJdkDynamicProxy(singleton);
        Method[] declared = ReflectionUtils.getUniqueDeclaredMethods(type);
        for (AnnotationAdvisor advisor : advisors) {
            AnnotatedMethods<?> methods = advisor.methods();
            boolean found = false;
            for (Method method : declared) {
                if (method.isBridge()) {
                    continue;
                }
                if (!Proxy.isProxyClass(type)) {
                    refuseWhatNoProxySees(methods, method, type, isJdkProxy);
                }
                found |= methods.of(method, type) != null;
            }
            if (found && singleton != null && !isAdvised(singleton, advisor)) {
                LOG.warn(
                        "Bean \"{}\" has @{} and no proxy that obeys it: it was needed before proxies could be made, or it"
                                + " has a proxy of another kind",
                        bean,
                        methods.annotationType().getSimpleName());
            }
        }
    }

    private static void refuseWhatNoProxySees(
            AnnotatedMethods<?> methods, Method method, Class<?> type, boolean isJdkProxy) {
        int modifiers = method.getModifiers();
        String kind = Modifier.isPrivate(modifiers)
                ? "private"
                : Modifier.isStatic(modifiers) ? "static" : Modifier.isFinal(modifiers) && !isJdkProxy ? "final" : null;
        // The dear question last: this is asked of every method of every bean.
        if (kind != null && !methods.on(method).isEmpty()) {
            throw new IllegalStateException(methods.describe(method, type) + ": is " + kind
                    + ", so no proxy sees its calls and the annotation would do nothing");
        }
    }

    private static boolean isAdvised(Object singleton, AnnotationAdvisor advisor) {
        return singleton instanceof Advised advised
                && List.of(advised.getAdvisors()).contains(advisor);
    }

    private void coalescerNames() {
        CoalescerRegistry registry = coalescers.getIfAvailable();
        CoalescedMethods coalesced = advised(CoalescedMethods.class);
        EvictingMethods evicting = advised(EvictingMethods.class);
        if (registry == null || evicting == null) {
            return;
        }
        for (String name : evicting.namesOfPrefixes()) {
            CoalescerConfig config = registry.getConfiguration(name).orElseGet(registry::getDefaultConfig);
            if (config.getKeyPath() == null) {
                throw new IllegalStateException(
                        "@CoalesceEvict(name = \"" + name
                                + "\", keyPrefix = …): the coalescer's configuration has no keyPath, so its keys have no prefixes");
            }
        }
        Set<String> unknown = new TreeSet<>(evicting.names());
        if (coalesced != null) {
            unknown.removeAll(coalesced.names());
        }
        unknown.removeIf(name -> registry.find(name).isPresent()
                || registry.getConfiguration(name).isPresent());
        if (!unknown.isEmpty()) {
            LOG.warn("@CoalesceEvict names coalescers that no @Coalesce and no configuration names: {}", unknown);
        }
    }

    private <M extends AnnotatedMethods<?>> @Nullable M advised(Class<M> type) {
        return advisors.stream()
                .map(AnnotationAdvisor::methods)
                .filter(type::isInstance)
                .map(type::cast)
                .findFirst()
                .orElse(null);
    }
}
