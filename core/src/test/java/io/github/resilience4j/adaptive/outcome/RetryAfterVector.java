package io.github.resilience4j.adaptive.outcome;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** One row of {@code retry_after_vectors.tsv}: an answer and the pause it asks for. */
record RetryAfterVector(String id, ResponseView answer, Instant now, String expected, String note) {

    private static final Pattern UNICODE = Pattern.compile("\\\\u([0-9A-Fa-f]{4})");

    static List<RetryAfterVector> all() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(
                Objects.requireNonNull(RetryAfterVector.class.getResourceAsStream("retry_after_vectors.tsv")),
                StandardCharsets.UTF_8))) {
            return lines.lines()
                    .skip(1)
                    .filter(line -> !line.isBlank())
                    .map(RetryAfterVector::parse)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static RetryAfterVector parse(String line) {
        String[] cells = line.split("\t", -1);
        Map<String, List<String>> headers = new LinkedHashMap<>();
        if (!cells[2].isEmpty()) {
            for (String header : cells[2].split(" \\| ", -1)) {
                int colon = header.indexOf(':');
                String value = header.substring(colon + 1);
                headers.computeIfAbsent(header.substring(0, colon), any -> new ArrayList<>())
                        .add(unescape(value.startsWith(" ") ? value.substring(1) : value));
            }
        }
        if (!cells[4].isEmpty()) {
            headers.put("Date", List.of(cells[4]));
        }
        String body = cells.length > 8 ? cells[8] : "";
        ResponseView answer = ResponseView.of(Integer.parseInt(cells[1]), headers, body);
        return new RetryAfterVector(cells[0], answer, Instant.parse(cells[3]), cells[5], cells[7]);
    }

    private static String unescape(String value) {
        Matcher escapes = UNICODE.matcher(value.replace("\\t", "\t"));
        return escapes.replaceAll(found -> String.valueOf((char) Integer.parseInt(found.group(1), 16)));
    }

    @Override
    public String toString() {
        return id + " " + expected + " " + note;
    }
}
