package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A {@link ResponseView} over a copied map whose keys are in lower case. */
public final class MapResponseView implements ResponseView {

    private final int status;
    private final Map<String, List<String>> headers;
    private final String body;

    private MapResponseView(int status, Map<String, List<String>> headers, String body) {
        this.status = status;
        this.headers = headers;
        this.body = body;
    }

    /**
     * Copies the headers.
     *
     * @param status the status code
     * @param headers header fields, names in any case
     * @param body the body; null counts as none
     * @return the view
     */
    public static MapResponseView of(
            int status,
            @Nullable Map<? extends @Nullable String, ? extends @Nullable List<? extends @Nullable String>> headers,
            @Nullable String body) {
        Map<String, List<String>> copy = new HashMap<>();
        if (headers != null) {
            headers.forEach((name, values) -> {
                if (name != null && values != null) {
                    List<String> line = copy.computeIfAbsent(name.toLowerCase(Locale.ROOT), any -> new ArrayList<>(1));
                    for (String value : values) {
                        if (value != null) {
                            line.add(value);
                        }
                    }
                }
            });
        }
        return new MapResponseView(status, copy, body == null ? "" : body);
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public List<String> header(String name) {
        List<String> values = headers.get(name.toLowerCase(Locale.ROOT));
        return values == null ? List.of() : List.copyOf(values);
    }

    @Override
    public String body() {
        return body;
    }

    @Override
    public String toString() {
        return "ResponseView[status=" + status + ", headers=" + headers.keySet() + ", body of " + body.length()
                + " characters]";
    }
}
