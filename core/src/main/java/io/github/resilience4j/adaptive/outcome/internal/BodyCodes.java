package io.github.resilience4j.adaptive.outcome.internal;

import java.util.Set;

/** Error codes in bodies. Compared by their letters and digits only: RATE_LIMITED, rateLimited and rate-limited are one. */
final class BodyCodes {

    private static final Set<String> FIELDS =
            Set.of("type", "__type", "code", "error", "errorCode", "error_code", "name", "reason", "status", "Code");

    private static final Set<String> LIMITED = Set.of(
            "ratelimit",
            "ratelimited",
            "ratelimiterror",
            "ratelimitexceeded",
            "ratelimitreached",
            "userratelimitexceeded",
            "toomanyrequests",
            "toomanyrequestsexception",
            "requestlimitexceeded",
            "requestthrottled",
            "requestthrottledexception",
            "throttled",
            "throttledexception",
            "throttling",
            "throttlingexception",
            "provisionedthroughputexceededexception",
            "resourceexhausted",
            "slowdown");

    private static final Set<String> SPENT = Set.of(
            "insufficientquota",
            "insufficientbalance",
            "insufficientcredits",
            "billinghardlimitreached",
            "dailylimitexceeded");

    /** Of a 403: Google's word for a budget of a day. Of a 429 it may be one of a minute. */
    private static final Set<String> SPENT_IF_FORBIDDEN = Set.of("quotaexceeded");

    private static final int LONGEST = 80;

    private BodyCodes() {}

    static boolean isCodeField(String key) {
        return FIELDS.contains(key);
    }

    static boolean saysLimited(String value) {
        return value.equals("-1003") || LIMITED.contains(bare(value));
    }

    static boolean saysQuotaSpent(String value) {
        return SPENT.contains(bare(value));
    }

    static boolean saysQuotaSpentIfForbidden(String value) {
        return SPENT_IF_FORBIDDEN.contains(bare(value));
    }

    private static String bare(String value) {
        // AWS: a namespace before the hash
        int from = value.lastIndexOf('#') + 1;
        if (value.length() - from > LONGEST) {
            return "";
        }
        StringBuilder letters = new StringBuilder(value.length());
        for (int i = from; i < value.length(); i++) {
            char c = value.charAt(i);
            if (Ascii.isLetter(c) || Ascii.isDigit(c)) {
                letters.append(Ascii.lower(c));
            } else if (c != '_' && c != '-' && c != ' ' && c != '.') {
                return "";
            }
        }
        return letters.toString();
    }
}
