package io.github.resilience4j.adaptive.benchmarks.readers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** An answer of the vectors, and the wait it asks for. */
record Row(
        String id, int status, String wire, Map<String, List<String>> headers, Instant now, String right, String body) {

    static final String NO_WAIT = "–";

    private static final Path VECTORS =
            Path.of("../core/src/test/resources/io/github/resilience4j/adaptive/outcome/retry_after_vectors.tsv");
    private static final Pattern UNICODE = Pattern.compile("\\\\u([0-9A-Fa-f]{4})");
    private static final Duration AGES = Duration.ofDays(36_500);

    static List<Row> all() throws IOException {
        return Files.readAllLines(VECTORS).stream()
                .skip(1)
                .filter(line -> !line.isBlank())
                .map(Row::parse)
                .toList();
    }

    private static Row parse(String line) {
        String[] cells = line.split("\t", -1);
        Map<String, List<String>> headers = new LinkedHashMap<>();
        if (!cells[2].isEmpty()) {
            for (String header : cells[2].split(" \\| ", -1)) {
                int colon = header.indexOf(':');
                headers.computeIfAbsent(header.substring(0, colon), any -> new ArrayList<>())
                        .add(unescaped(header.substring(colon + 1).strip()));
            }
        }
        if (!cells[4].isEmpty()) {
            headers.put("Date", List.of(cells[4]));
        }
        String right = switch (cells[5]) {
            case "invalid", "none" -> NO_WAIT;
            case "saturate" -> text(AGES);
            default -> text(Duration.ofMillis(Long.parseLong(cells[5])));
        };
        String body = cells.length > 8 ? cells[8] : "";
        return new Row(cells[0], Integer.parseInt(cells[1]), cells[2], headers, Instant.parse(cells[3]), right, body);
    }

    private static String unescaped(String value) {
        return UNICODE.matcher(value.replace("\\t", "\t").strip())
                .replaceAll(found -> String.valueOf((char) Integer.parseInt(found.group(1), 16)));
    }

    /** The first value of a field, or null. */
    @org.jspecify.annotations.Nullable
    String first(String name) {
        return headers.entrySet().stream()
                .filter(field -> field.getKey().equalsIgnoreCase(name))
                .map(field -> field.getValue().get(0))
                .findFirst()
                .orElse(null);
    }

    /** Status, fields and the beginning of the body, for a table cell. */
    String answer() {
        String date = headers.containsKey("Date") ? " · Date: " + first("Date") : "";
        String content = body.isEmpty() ? "" : "body " + (body.length() <= 80 ? body : body.substring(0, 79) + "…");
        String all = (wire.replace(" | ", " · ") + date + (wire.isEmpty() ? "" : " ") + content).strip();
        return status + (all.isEmpty() ? "" : " `" + all.replace("|", "\\|").replace("`", "'") + "`");
    }

    static String text(Duration wait) {
        if (wait.compareTo(AGES) >= 0) {
            return "for ever";
        }
        if (wait.isNegative()) {
            return "long past";
        }
        long millis = wait.plusNanos(999_999).toMillis();
        return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
    }
}
