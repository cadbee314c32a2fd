package io.github.resilience4j.adaptive.spring.actuator;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import org.springframework.boot.actuate.endpoint.web.WebEndpointResponse;
import org.springframework.util.MimeType;

/** What the dashboard is made of. No other file is ever looked for, whatever is asked. */
final class PageFiles {

    /** Where they lie beside this class. */
    static final String FOLDER = "dashboard/";

    private static final MimeType HTML = MimeType.valueOf("text/html;charset=UTF-8");
    private static final MimeType CSS = MimeType.valueOf("text/css;charset=UTF-8");
    private static final MimeType SCRIPT = MimeType.valueOf("text/javascript;charset=UTF-8");

    /** By the last part of their address. */
    private static final Map<String, MimeType> TYPES = Map.of(
            "dashboard", HTML,
            "dashboard.css", CSS,
            "dashboard.js", SCRIPT,
            "charts.js", SCRIPT,
            "words.js", SCRIPT,
            "uPlot.min.css", CSS,
            "uPlot.iife.min.js", SCRIPT);

    private PageFiles() {}

    static Optional<WebEndpointResponse<byte[]>> find(String name) {
        return Optional.ofNullable(TYPES.get(name))
                .map(type -> new WebEndpointResponse<>(read(name), WebEndpointResponse.STATUS_OK, type));
    }

    private static byte[] read(String name) {
        String file = FOLDER + (name.equals("dashboard") ? "dashboard.html" : name);
        try (InputStream in = PageFiles.class.getResourceAsStream(file)) {
            if (in == null) {
                throw new IllegalStateException("The jar lacks " + file);
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
