package io.github.resilience4j.adaptive.spring.client;

import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.client.spring.AdaptiveRequestInterceptor;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.http.client.ClientHttpRequestInterceptor;
import org.springframework.util.ReflectionUtils;
import org.springframework.web.client.RestTemplate;

/**
 * Gives every {@link RestTemplate} that is a bean its limiter, and those that a builder which is a bean will make. That
 * builder has moved between Boot 3 and 4 and cannot be changed, only replaced; a limiter that it brings cannot be seen.
 */
final class RestTemplateLimiting implements BeanPostProcessor {

    private static final List<String> BUILDERS = List.of(
            "org.springframework.boot.restclient.RestTemplateBuilder",
            "org.springframework.boot.web.client.RestTemplateBuilder");

    private final LimitedClientLookup clients;

    RestTemplateLimiting(LimitedClientLookup clients) {
        this.clients = clients;
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        if (bean instanceof RestTemplate template) {
            calls().filter(any -> !isLimited(template))
                    .ifPresent(calls -> template.getInterceptors().add(AdaptiveRequestInterceptor.of(calls)));
            return bean;
        }
        return BUILDERS.contains(bean.getClass().getName())
                ? calls().map(calls -> limited(bean, calls)).orElse(bean)
                : bean;
    }

    private Optional<OutgoingCalls> calls() {
        return clients.of(ClientKind.REST_TEMPLATE);
    }

    /** By its builder, or by whoever made it. */
    private static boolean isLimited(RestTemplate template) {
        return template.getInterceptors().stream().anyMatch(AdaptiveRequestInterceptor.class::isInstance);
    }

    private static Object limited(Object builder, OutgoingCalls calls) {
        Method add = Objects.requireNonNull(ReflectionUtils.findMethod(
                builder.getClass(), "additionalInterceptors", ClientHttpRequestInterceptor[].class));
        ClientHttpRequestInterceptor[] interceptors = {AdaptiveRequestInterceptor.of(calls)};
        return Objects.requireNonNull(ReflectionUtils.invokeMethod(add, builder, (Object) interceptors));
    }

    /** For native images. */
    static final class Hints implements RuntimeHintsRegistrar {

        @Override
        public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
            for (String builder : BUILDERS) {
                hints.reflection().registerTypeIfPresent(classLoader, builder, MemberCategory.INVOKE_PUBLIC_METHODS);
            }
        }
    }
}
