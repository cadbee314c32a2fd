package io.github.resilience4j.adaptive.spring.aspect;

import io.github.resilience4j.adaptive.annotation.AdaptiveRateLimit;
import io.github.resilience4j.adaptive.annotation.Coalesce;
import io.github.resilience4j.adaptive.annotation.CoalesceEvict;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.ReflectionHints;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.aot.BeanRegistrationAotProcessor;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.core.ResolvableType;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import org.springframework.core.annotation.MergedAnnotations.SearchStrategy;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;
import org.springframework.util.StringUtils;

/** In a native image: what annotations call by reflection, which is fallbacks, and what SpEL can reach. */
final class AnnotatedBeansAheadOfTime implements BeanRegistrationAotProcessor {

    private static final List<Class<? extends Annotation>> ANNOTATIONS =
            List.of(AdaptiveRateLimit.class, Coalesce.class, CoalesceEvict.class);
    private static final List<String> ALWAYS_SPEL = List.of("key", "permitsExpression", "refreshExpression");
    private static final List<String> SPEL_WITH_A_HASH = List.of("name", "maxAge", "keyPrefix");
    private static final Pattern BEAN = Pattern.compile("@(\\w+)");
    private static final Pattern TYPE = Pattern.compile("T\\(\\s*([\\w.$]+)\\s*\\)");

    @Override
    public @Nullable BeanRegistrationAotContribution processAheadOfTime(RegisteredBean bean) {
        Class<?> type = ClassUtils.getUserClass(bean.getBeanClass());
        List<Called> called = new ArrayList<>();
        for (Method method : ReflectionUtils.getUniqueDeclaredMethods(type)) {
            List<MergedAnnotation<?>> annotations = annotationsOf(method, type);
            if (!annotations.isEmpty()) {
                called.add(new Called(method, annotations));
            }
        }
        return called.isEmpty()
                ? null
                : (generation, code) -> {
                    ReflectionHints hints = generation.getRuntimeHints().reflection();
                    called.forEach(it -> it.register(hints, type, bean.getBeanFactory()));
                };
    }

    private static List<MergedAnnotation<?>> annotationsOf(Method method, Class<?> type) {
        if (method.isSynthetic() || ReflectionUtils.isObjectMethod(method)) {
            return List.of();
        }
        MergedAnnotations own = MergedAnnotations.from(method, SearchStrategy.TYPE_HIERARCHY);
        MergedAnnotations onClass = MergedAnnotations.from(type, SearchStrategy.TYPE_HIERARCHY);
        List<MergedAnnotation<?>> all = new ArrayList<>();
        for (Class<? extends Annotation> annotation : ANNOTATIONS) {
            MergedAnnotations nearest =
                    own.isPresent(annotation) || !Modifier.isPublic(method.getModifiers()) ? own : onClass;
            nearest.stream(annotation).forEach(all::add);
        }
        return all;
    }

    private record Called(Method method, List<MergedAnnotation<?>> annotations) {

        void register(ReflectionHints hints, Class<?> type, ConfigurableListableBeanFactory beans) {
            hints.registerMethod(method, ExecutableMode.INVOKE);
            for (MergedAnnotation<?> annotation : annotations) {
                annotation.getValue("fallbackMethod", String.class).ifPresent(name -> fallbacks(hints, type, name));
            }
            Set<String> expressions = expressions();
            if (!expressions.isEmpty()) {
                reachable(hints, MethodCall.class);
                for (int i = 0; i < method.getParameterCount(); i++) {
                    reachable(hints, ResolvableType.forMethodParameter(method, i, type));
                }
                reachable(hints, ResolvableType.forMethodReturnType(method, type));
            }
            expressions.forEach(text -> named(hints, text, type, beans));
        }

        private static void fallbacks(ReflectionHints hints, Class<?> type, String name) {
            Arrays.stream(ReflectionUtils.getUniqueDeclaredMethods(type))
                    .filter(candidate -> candidate.getName().equals(name))
                    .forEach(candidate -> hints.registerMethod(candidate, ExecutableMode.INVOKE));
        }

        private Set<String> expressions() {
            Set<String> found = new LinkedHashSet<>();
            for (MergedAnnotation<?> annotation : annotations) {
                ALWAYS_SPEL.forEach(attribute -> annotation
                        .getValue(attribute, String.class)
                        .filter(StringUtils::hasText)
                        .ifPresent(found::add));
                SPEL_WITH_A_HASH.forEach(attribute -> annotation
                        .getValue(attribute, String.class)
                        .filter(text -> text.contains("#") || text.contains("${"))
                        .ifPresent(found::add));
            }
            return found;
        }

        /** Beans and types that a text names. What it does not find is said when the application starts. */
        private static void named(
                ReflectionHints hints, String text, Class<?> type, ConfigurableListableBeanFactory beans) {
            for (Matcher bean = BEAN.matcher(text); bean.find(); ) {
                Class<?> its = beans.containsBean(bean.group(1)) ? beans.getType(bean.group(1)) : null;
                if (its != null) {
                    reachable(hints, ClassUtils.getUserClass(its));
                }
            }
            for (Matcher named = TYPE.matcher(text); named.find(); ) {
                if (ClassUtils.isPresent(named.group(1), type.getClassLoader())) {
                    reachable(hints, ClassUtils.resolveClassName(named.group(1), type.getClassLoader()));
                }
            }
        }

        /** With what is behind a stage or a publisher. */
        private static void reachable(ReflectionHints hints, ResolvableType type) {
            Class<?> known = type.resolve();
            if (known != null && known != void.class && !known.isPrimitive()) {
                reachable(hints, known);
                Arrays.stream(type.getGenerics()).forEach(generic -> reachable(hints, generic));
            }
        }

        private static void reachable(ReflectionHints hints, Class<?> type) {
            hints.registerType(type, MemberCategory.INVOKE_PUBLIC_METHODS);
            for (var field : type.getFields()) {
                hints.registerField(field);
            }
        }
    }
}
