package io.github.resilience4j.adaptive.outcome;

import io.github.resilience4j.adaptive.outcome.internal.QuotaRules;
import java.time.Instant;
import java.util.Optional;

/**
 * Reads from an answer that was served what the server tells about its limit: {@code RateLimit} and
 * {@code RateLimit-Policy} of the IETF drafts, {@code X-RateLimit-*} in all units, the per-budget fields of OpenAI and
 * Anthropic, Upbit's {@code Remaining-Req}, Shopify's {@code X-Shopify-Shop-Api-Call-Limit}. Budgets that count tokens,
 * bytes or points are left out: a hint is about calls.
 *
 * <p>Total: whatever a server sends, nothing is thrown; fields that make no sense are left out. Safe for many threads.
 *
 * @since 0.1
 */
public final class QuotaHintReader {

    private static final QuotaHintReader STANDARD = new QuotaHintReader();

    private QuotaHintReader() {}

    /**
     * The reader that knows every field which cannot be mistaken, whoever sends it.
     *
     * @return the shared reader
     */
    public static QuotaHintReader standard() {
        return STANDARD;
    }

    /**
     * Reads the hint of an answer. Of several budgets the tightest counts: the one that leaves the fewest calls per time.
     *
     * @param answer the answer
     * @param now when it was received; only used for absolute times in answers without a usable {@code Date}
     * @return the hint; empty if the answer is no 2xx, comes from a cache ({@code Age}), or tells nothing
     */
    public Optional<QuotaHint> read(ResponseView answer, Instant now) {
        return QuotaRules.read(answer, now);
    }
}
