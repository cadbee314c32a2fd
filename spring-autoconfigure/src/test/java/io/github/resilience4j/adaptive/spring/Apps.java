package io.github.resilience4j.adaptive.spring;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Stream;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.ClassUtils;

/** Applications to start in tests, on whichever Boot is on the class path. */
public final class Apps {

    private static final String IMPORTS =
            "/META-INF/spring/org.springframework.boot.autoconfigure.AutoConfiguration.imports";

    /** Resilience4j's packages for Boot 4 and for Boot 3. */
    private static final List<String> RESILIENCE = List.of(
            "io.github.resilience4j.springboot.%s.autoconfigure.%sAutoConfiguration",
            "io.github.resilience4j.springboot3.%s.autoconfigure.%sAutoConfiguration");

    private Apps() {}

    /** All our auto-configurations, as an application gets them. */
    public static ApplicationContextRunner alone() {
        return new ApplicationContextRunner().withConfiguration(AutoConfigurations.of(ours()));
    }

    /** Beside Resilience4j's starter. */
    public static ApplicationContextRunner besideResilience4j() {
        return alone().withConfiguration(AutoConfigurations.of(Stream.of(
                        resilience("ratelimiter", "RateLimiter"),
                        resilience("ratelimiter", "RateLimiterMetrics"),
                        resilience("retry", "Retry"),
                        resilience("circuitbreaker", "CircuitBreaker"))
                .toArray(Class<?>[]::new)));
    }

    /** What the jar lists. */
    public static Class<?>[] ours() {
        try (InputStream in = Apps.class.getResourceAsStream(IMPORTS);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8))) {
            return lines.lines()
                    .filter(line -> line.startsWith("io.github.resilience4j.adaptive"))
                    .map(Apps::type)
                    .toArray(Class<?>[]::new);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Boot's own, by any of its names. */
    public static Class<?> boot(String... names) {
        return Stream.of(names)
                .filter(name -> ClassUtils.isPresent(name, null))
                .map(Apps::type)
                .findFirst()
                .orElseThrow();
    }

    private static Class<?> resilience(String capability, String name) {
        return boot(RESILIENCE.stream()
                .map(pattern -> String.format(pattern, capability, name))
                .toArray(String[]::new));
    }

    private static Class<?> type(String name) {
        return ClassUtils.resolveClassName(name, null);
    }
}
