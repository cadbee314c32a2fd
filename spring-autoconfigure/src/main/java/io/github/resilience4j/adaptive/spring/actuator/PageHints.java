package io.github.resilience4j.adaptive.spring.actuator;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** A native image has the dashboard too. */
final class PageHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        String folder = getClass().getPackageName().replace('.', '/') + "/" + PageFiles.FOLDER;
        hints.resources().registerPattern(folder + "*");
    }
}
