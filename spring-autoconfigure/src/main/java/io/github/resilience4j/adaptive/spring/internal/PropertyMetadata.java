package io.github.resilience4j.adaptive.spring.internal;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.json.JsonParserFactory;

/**
 * What the metadata for editors say about our properties, so that a refusal can say the same. Settings of an instance stand
 * there as those of {@code configs.default}.
 */
final class PropertyMetadata {

    static final String RESOURCE = "META-INF/spring-configuration-metadata.json";

    private final Map<String, String> descriptions = new TreeMap<>();

    /** Whatever is not there, or cannot be read, is not known: this is only for messages. */
    PropertyMetadata(ClassLoader loader) {
        try {
            for (URL resource : Collections.list(loader.getResources(RESOURCE))) {
                read(resource);
            }
        } catch (IOException | RuntimeException e) {
            descriptions.clear();
        }
    }

    private void read(URL resource) throws IOException {
        String text;
        try (InputStream in = resource.openStream()) {
            text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
        if (!text.contains(PropertiesCheck.ROOT)) {
            return;
        }
        Object properties = JsonParserFactory.getJsonParser().parseMap(text).get("properties");
        if (properties instanceof List<?> all) {
            for (Object each : all) {
                if (each instanceof Map<?, ?> property && property.get("name") instanceof String name) {
                    descriptions.put(name, String.valueOf(property.get("description")));
                }
            }
        }
    }

    /** What a property is and may be; empty if unknown. */
    String describe(ConfigurationPropertyName property) {
        return descriptions.getOrDefault(general(property.toString()), "");
    }

    /** The known properties of the same place. */
    List<String> besides(ConfigurationPropertyName property) {
        String place = general(property.getParent() + ".");
        return descriptions.keySet().stream()
                .filter(name -> name.startsWith(place))
                .map(name -> name.substring(place.length()))
                .toList();
    }

    private static String general(String property) {
        return property.replaceAll("\\.(instances|configs)(\\.[^.\\[]+|\\[[^]]*])\\.", ".configs.default.")
                .replaceAll("(\\.keypool\\.configs\\.default\\.keys)[.\\[].*", "$1")
                .replaceAll("\\[\\d+].*", "");
    }
}
