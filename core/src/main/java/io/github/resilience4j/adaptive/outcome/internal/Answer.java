package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** An answer while it is being read: a view that cannot throw, what was worked out once, and the time to compare with. */
final class Answer {

    // Far from the ends of Instant, so that nothing added to a reference can overflow.
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

    private final ResponseView view;
    private final Instant now;
    private final int status;
    private @Nullable Instant reference;
    private @Nullable BodyFacts body;

    Answer(ResponseView view, Instant now) {
        this.view = view;
        this.now = now.isBefore(EARLIEST) ? EARLIEST : now.isAfter(LATEST) ? LATEST : now;
        this.status = statusOf(view);
    }

    int status() {
        return status;
    }

    /** The lines of a header field; a view that throws has none. */
    List<String> header(String name) {
        List<String> lines;
        try {
            lines = view.header(name);
        } catch (Throwable e) {
            return List.of();
        }
        if (lines == null || lines.isEmpty()) {
            return List.of();
        }
        for (String line : lines) {
            if (line == null) {
                return withoutNulls(lines);
            }
        }
        return lines;
    }

    boolean has(String name) {
        return !header(name).isEmpty();
    }

    /** What the body says; read once, and only when somebody asks. */
    BodyFacts body() {
        if (body == null) {
            body = BodyFacts.of(bodyOf(view));
        }
        return body;
    }

    /** Whether the call was refused because of a limit: then a budget counts even if it does not say that it is spent. */
    boolean isAboutLimit() {
        return switch (status) {
            case 429, 503, 529, 403, 418 -> true;
            default -> LimitEvidence.saysLimited(this);
        };
    }

    /** Whether the body is JSON with a field for errors: a quick look that spares most successes the reading. */
    boolean bodyHasErrors() {
        if (body == null) {
            String text = bodyOf(view);
            if (!JsonFields.looksLikeJson(text)) {
                return false;
            }
            String start = text.length() <= BodyFacts.BOUND ? text : text.substring(0, BodyFacts.BOUND);
            return start.contains("\"error");
        }
        return true;
    }

    /** What moments are compared with: the answer's own Date (RFC 9110 section 6.6.1), else the clock. */
    Instant reference() {
        if (reference == null) {
            reference = now;
            for (String line : header("date")) {
                Instant date = WaitText.moment(Ascii.trim(line), now);
                if (date != null) {
                    reference = date;
                    break;
                }
            }
        }
        return reference;
    }

    /** Whether this comes from a cache and is older than its Date: then it says nothing about the present. */
    boolean isFromCache() {
        for (String line : header("age")) {
            Decimal age = Decimal.parse(Ascii.trim(line));
            if (age != null && (age.whole() > 0 || age.nanos() > 0)) {
                return true;
            }
        }
        return false;
    }

    /** Whether the server forbids repeating the call. */
    boolean isVetoed() {
        return saysFalse("x-should-retry") || saysFalse("stripe-should-retry");
    }

    private boolean saysFalse(String name) {
        for (String line : header(name)) {
            if (Ascii.equalsIgnoreCase(Ascii.trim(line), "false")) {
                return true;
            }
        }
        return false;
    }

    private static int statusOf(ResponseView view) {
        try {
            return view.status();
        } catch (Throwable e) {
            return 0;
        }
    }

    private static String bodyOf(ResponseView view) {
        try {
            return Objects.requireNonNullElse(view.body(), "");
        } catch (Throwable e) {
            return "";
        }
    }

    private static List<String> withoutNulls(List<String> lines) {
        List<String> copy = new ArrayList<>(lines);
        copy.removeIf(Objects::isNull);
        return copy;
    }
}
