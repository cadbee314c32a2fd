package io.github.resilience4j.adaptive.outcome.internal;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One policy of the IETF draft's fields {@code RateLimit} and {@code RateLimit-Policy}; numbers are
 * {@link #NOT_TOLD} if missing and {@link #MALFORMED} if they are no whole number of zero or more.
 *
 * @param name the policy's name; "" in draft 7
 * @param limit calls allowed per window
 * @param remaining calls left
 * @param resetSeconds seconds until there are more
 * @param windowSeconds length of the window
 * @param countsCalls whether it counts calls, not bytes or calls at a time
 */
record Policy(String name, long limit, long remaining, long resetSeconds, long windowSeconds, boolean countsCalls) {

    static final long NOT_TOLD = -1;
    static final long MALFORMED = -2;

    /** The state of each policy, in the order of the field; empty if the field is not there or malformed. */
    static List<Policy> all(Answer answer) {
        List<String> lines = answer.header("ratelimit");
        if (lines.isEmpty()) {
            return List.of();
        }
        List<Policy> policies = new ArrayList<>();
        Optional<List<StructuredField.Item>> list = StructuredField.list(lines);
        if (list.isPresent()) {
            for (StructuredField.Item item : list.get()) {
                String name = nameOf(item);
                if (!name.isEmpty()) {
                    policies.add(new Policy(
                            name,
                            NOT_TOLD,
                            number(item.parameters().get("r")),
                            number(item.parameters().get("t")),
                            NOT_TOLD,
                            true));
                }
            }
            return policies;
        }
        StructuredField.dictionary(lines).ifPresent(members -> {
            if (members.containsKey("remaining") || members.containsKey("reset")) {
                policies.add(new Policy(
                        "",
                        member(members, "limit"),
                        member(members, "remaining"),
                        member(members, "reset"),
                        NOT_TOLD,
                        true));
            }
        });
        return policies;
    }

    /** Limits and windows as declared in {@code RateLimit-Policy}: {@code "p";q=100;w=60}, or in draft 7 {@code 100;w=60}. */
    static List<Policy> declared(Answer answer) {
        List<String> lines = answer.header("ratelimit-policy");
        if (lines.isEmpty()) {
            return List.of();
        }
        List<Policy> policies = new ArrayList<>();
        for (StructuredField.Item item : StructuredField.list(lines).orElse(List.of())) {
            Map<String, Object> parameters = item.parameters();
            long limit = item.value() instanceof Long ? number(item.value()) : number(parameters.get("q"));
            Object unit = parameters.get("qu");
            boolean countsCalls = unit == null || "requests".equals(unit);
            policies.add(new Policy(nameOf(item), limit, NOT_TOLD, NOT_TOLD, number(parameters.get("w")), countsCalls));
        }
        return policies;
    }

    /** Whether any policy says that nothing is left. */
    static boolean anyExhausted(Answer answer) {
        for (Policy policy : all(answer)) {
            if (policy.remaining() == 0) {
                return true;
            }
        }
        return false;
    }

    /** The window in a limit field of the older drafts ({@code 100;w=60}), else the first one declared beside it. */
    static long windowNanos(Answer answer, String limitField) {
        List<String> lines = answer.header(limitField);
        List<StructuredField.Item> items =
                lines.isEmpty() ? List.of() : StructuredField.list(lines).orElse(List.of());
        for (StructuredField.Item item : items) {
            long window = number(item.parameters().get("w"));
            if (window > 0) {
                return Nanos.times(window, Nanos.PER_SECOND);
            }
        }
        for (Policy policy : limitField.equals("ratelimit-limit") ? declared(answer) : List.<Policy>of()) {
            if (policy.windowSeconds() > 0) {
                return policy.windowNanos();
            }
        }
        return NOT_TOLD;
    }

    long windowNanos() {
        return windowSeconds <= 0 ? NOT_TOLD : Nanos.times(windowSeconds, Nanos.PER_SECOND);
    }

    boolean isMalformed() {
        return remaining == MALFORMED || resetSeconds == MALFORMED;
    }

    long resetNanos(Instant reference) {
        return NumberRule.RESET.nanos(new Decimal(resetSeconds, 0), reference);
    }

    private static String nameOf(StructuredField.Item item) {
        if (item.value() instanceof String name) {
            return name;
        }
        return item.value() instanceof StructuredField.Token token ? token.name() : "";
    }

    private static long member(Map<String, StructuredField.Item> members, String key) {
        StructuredField.Item item = members.get(key);
        return item == null ? NOT_TOLD : number(item.value());
    }

    private static long number(@Nullable Object value) {
        if (value == null) {
            return NOT_TOLD;
        }
        return value instanceof Long number && number >= 0 ? number : MALFORMED;
    }
}
