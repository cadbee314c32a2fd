package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ProblemDetail;

/** An answer as Spring holds it. */
final class SpringView implements ResponseView {

    private final int status;
    private final @Nullable HttpHeaders headers;
    private final @Nullable Object content;
    private @Nullable Map<String, List<String>> lines;

    SpringView(int status, @Nullable HttpHeaders headers, @Nullable Object content) {
        this.status = status;
        this.headers = headers;
        this.content = content;
    }

    @Override
    public int status() {
        return status;
    }

    @Override
    public List<String> header(String name) {
        Map<String, List<String>> known = lines;
        if (known == null) {
            known = headers == null ? Map.of() : byName(headers);
            lines = known;
        }
        return known.getOrDefault(name, List.of());
    }

    // What can be asked by name has other signatures in Spring 6 than in 7; this has the same in both.
    private static Map<String, List<String>> byName(HttpHeaders headers) {
        Map<String, List<String>> lines = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        headers.forEach((name, values) ->
                lines.computeIfAbsent(name, first -> new ArrayList<>()).addAll(values));
        return lines;
    }

    @Override
    public String body() {
        // An object with one meaning here, whatever else is in it.
        return content instanceof ProblemDetail problem && problem.getType() != null
                ? "{\"type\":\"" + problem.getType() + "\"}"
                : BodyFacts.textInMemory(content);
    }
}
