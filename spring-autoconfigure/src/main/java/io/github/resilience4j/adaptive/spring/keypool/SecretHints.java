package io.github.resilience4j.adaptive.spring.keypool;

import java.lang.reflect.Method;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;
import org.springframework.util.ClassUtils;

/** In a native image: what makes keys and secrets of the texts in properties. */
final class SecretHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        Stream.of(SecretText.class, ApiKeySettings.class).forEach(type -> {
            Method valueOf = ClassUtils.getMethod(type, "valueOf", String.class);
            hints.reflection().registerMethod(valueOf, ExecutableMode.INVOKE);
        });
    }
}
