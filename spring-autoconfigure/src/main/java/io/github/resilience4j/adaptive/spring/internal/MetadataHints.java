package io.github.resilience4j.adaptive.spring.internal;

import org.jspecify.annotations.Nullable;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.RuntimeHintsRegistrar;

/** In a native image, too, a refusal says what a property means. All else that is reflected on Spring finds by itself. */
final class MetadataHints implements RuntimeHintsRegistrar {

    @Override
    public void registerHints(RuntimeHints hints, @Nullable ClassLoader classLoader) {
        hints.resources().registerPattern(PropertyMetadata.RESOURCE);
    }
}
