package io.github.resilience4j.adaptive.client.spring;

import java.util.ArrayList;
import java.util.List;
import org.springframework.http.HttpHeaders;

/** Header fields by name. What asks for all values of one has other signatures in Spring 6 than in 7. */
final class SpringHeaders {

    private SpringHeaders() {}

    static List<String> lines(HttpHeaders headers, String name) {
        List<String> lines = new ArrayList<>();
        headers.forEach((field, values) -> {
            if (field.equalsIgnoreCase(name)) {
                lines.addAll(values);
            }
        });
        return lines;
    }
}
