package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.SelfRejections;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a body says that matters here, collected in one pass over its first 64 Ki characters. JSON is read by its fields,
 * anything else as plain text.
 */
final class BodyFacts implements JsonFields.Visitor {

    /** A field that holds a wait, still unread. */
    record Wait(String field, String raw, NumberRule rule) {}

    static final int BOUND = 64 * 1024;

    private static final BodyFacts EMPTY = new BodyFacts(0);
    private static final int MOST_TEXTS = 64;
    private static final int SHORTEST_TEXT = 8;
    private static final int LONGEST_TEXT = 4 * 1024;

    private final int outermost;
    private final List<Wait> waits = new ArrayList<>();
    private final List<String> texts = new ArrayList<>();
    private String problemType = "";
    private boolean limitCode;
    private boolean limitCodeInSuccess;
    private boolean quotaCode;
    private boolean quotaCodeIfForbidden;
    private @Nullable Decimal delaySeconds;
    private @Nullable Decimal delayNanos;
    private @Nullable Decimal queryCost;
    private @Nullable Decimal costAvailable;
    private @Nullable Decimal costRestoredPerSecond;

    private BodyFacts(int outermost) {
        this.outermost = outermost;
    }

    static BodyFacts of(String body) {
        if (body.isEmpty()) {
            return EMPTY;
        }
        if (JsonFields.looksLikeJson(body)) {
            // In a batch every answer is one level further in.
            BodyFacts facts = new BodyFacts(body.stripLeading().startsWith("[") ? 2 : 1);
            JsonFields.walk(body, BOUND, facts);
            return facts;
        }
        BodyFacts facts = new BodyFacts(1);
        facts.plain(body.length() <= BOUND ? body : body.substring(0, BOUND));
        return facts;
    }

    /** The text of a body that is in memory already; "" for anything else: a stream belongs to the caller. */
    static String textInMemory(@Nullable Object body) {
        if (body instanceof String text) {
            return text;
        }
        return body instanceof byte[] bytes
                ? new String(bytes, 0, Math.min(bytes.length, BOUND), StandardCharsets.UTF_8)
                : "";
    }

    /** Fields that name a wait, in the order they stand. */
    List<Wait> waits() {
        return waits;
    }

    /** Sentences for people, and bodies that are no JSON. */
    List<String> texts() {
        return texts;
    }

    /** Whether this is the problem detail by which our own side refuses. */
    boolean isOurProblem() {
        return problemType.equals(SelfRejections.PROBLEM_TYPE);
    }

    /** Whether an error code says that a limit was hit; {@code success}: in the body of a 2xx, where only errors count. */
    boolean saysLimited(boolean success) {
        return success ? limitCodeInSuccess : limitCode;
    }

    /** Whether an error code says that a quota is spent, which waiting a little does not bring back. */
    boolean saysQuotaSpent(int status) {
        return (status < 500 && quotaCode) || (status == 403 && quotaCodeIfForbidden);
    }

    /** What Shopify's GraphQL says a query costs; null if it does not. */
    @Nullable
    Decimal queryCost() {
        return queryCost;
    }

    /** What it says is in the bucket; null if it does not. */
    @Nullable
    Decimal costAvailable() {
        return costAvailable;
    }

    /** What it says flows into the bucket per second; null if it does not. */
    @Nullable
    Decimal costRestoredPerSecond() {
        return costRestoredPerSecond;
    }

    /** Whether a sentence has one of these phrases, given in lower case. */
    boolean mentions(List<String> phrases) {
        for (String text : texts) {
            for (String phrase : phrases) {
                if (Ascii.containsIgnoreCase(text, phrase)) {
                    return true;
                }
            }
        }
        return false;
    }

    @Override
    public void field(int depth, String parent, String key, String value, boolean isString) {
        if (isString && depth == 1 && key.equals("type")) {
            problemType = value;
        }
        if (BodyCodes.isCodeField(key)) {
            code(depth, parent, key, value);
        }
        wait(parent, key, value, isString);
        if (isString && value.length() >= SHORTEST_TEXT && texts.size() < MOST_TEXTS) {
            texts.add(sentence(value));
        }
    }

    private void code(int depth, String parent, String key, String value) {
        quotaCode |= BodyCodes.saysQuotaSpent(value);
        quotaCodeIfForbidden |= BodyCodes.saysQuotaSpentIfForbidden(value);
        if (BodyCodes.saysLimited(value)) {
            limitCode = true;
            // GraphQL: errors[].type (GitHub), errors[].extensions.code (Shopify). Slack: error, beside ok: false.
            limitCodeInSuccess |= (parent.equals("errors") && depth == outermost + 2)
                    || (parent.equals("extensions") && key.equals("code") && depth == outermost + 3)
                    || (key.equals("error") && depth == outermost);
        }
    }

    private void wait(String parent, String key, String value, boolean isString) {
        switch (key) {
            case "retry_after", "retry_after_seconds", "retryAfterSeconds", "retry_in_seconds" ->
                waits.add(new Wait(key, value, NumberRule.RETRY_AFTER));
            case "retry_after_ms", "retryAfterMs", "retryAfterMillis" ->
                waits.add(new Wait(key, value, NumberRule.MILLIS));
            // google.rpc.RetryInfo: a protobuf duration, in JSON "53s"
            case "retryDelay" -> {
                if (isString) {
                    waits.add(new Wait(key, value, NumberRule.RETRY_AFTER));
                }
            }
            case "seconds", "nanos" -> {
                if (parent.equals("retryDelay")) {
                    protobuf(key, value);
                }
            }
            case "requestedQueryCost" -> queryCost = Decimal.parse(value);
            case "currentlyAvailable" -> costAvailable = Decimal.parse(value);
            case "restoreRate" -> costRestoredPerSecond = Decimal.parse(value);
            default -> {
                // says nothing about time
            }
        }
    }

    // The same duration spelled out as an object; its two fields may stand in any order.
    private void protobuf(String key, String value) {
        Decimal number = Decimal.parse(value);
        if (key.equals("seconds")) {
            delaySeconds = number;
        } else {
            delayNanos = number;
        }
        if (delaySeconds != null) {
            long nanos = delayNanos == null ? 0 : Math.min(delayNanos.whole(), Nanos.PER_SECOND - 1);
            String text = delaySeconds.whole() + "."
                    + String.valueOf(Nanos.PER_SECOND + nanos).substring(1);
            waits.add(new Wait("retryDelay", text, NumberRule.RETRY_AFTER));
        }
    }

    // What matters stands at the beginning. A word or number at the cut is left out, lest it be taken for a shorter
    // one.
    private static String sentence(String text) {
        return text.length() <= LONGEST_TEXT
                ? text
                : text.substring(0, Math.max(0, text.lastIndexOf(' ', LONGEST_TEXT)));
    }

    private void plain(String text) {
        texts.add(sentence(text));
        if (text.contains("<type>" + SelfRejections.PROBLEM_TYPE + "</type>")) {
            problemType = SelfRejections.PROBLEM_TYPE;
        }
        // XML errors, as from AWS
        int code = text.indexOf("<Code>");
        int end = code < 0 ? -1 : text.indexOf("</Code>", code);
        if (end > 0) {
            String value = text.substring(code + "<Code>".length(), end);
            limitCode = BodyCodes.saysLimited(value);
            quotaCode = BodyCodes.saysQuotaSpent(value);
        }
    }
}
