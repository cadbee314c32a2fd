package io.github.resilience4j.adaptive.outcome;

import io.github.resilience4j.adaptive.outcome.internal.HintRules;
import io.github.resilience4j.adaptive.outcome.internal.ProviderForms;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Reads from an answer how long the server asks to be left alone.
 *
 * <p>Statuses that can ask: 429, 503, 529; 403 and 418 if anything shows that they are about a limit; 408, 413, 425, 500,
 * 502, 504; 3xx (RFC 9110 section 10.2.3: a wait before following, by header only); any whose body says "rate limited".
 * An answer from a cache ({@code Age} above 0) says nothing, and neither does one that forbids repeating the call
 * ({@code x-should-retry: false}).
 *
 * <p>Asked in this order, and the first usable one counts: {@code retry-after-ms}, {@code x-ms-retry-after-ms},
 * {@code x-amz-retry-after} (milliseconds), {@code Retry-After} (RFC 9110 section 10.2.3), a field of a JSON body, a sentence
 * in it, {@code RateLimit} (a structured field, RFC 9651), {@code *-reset-after}, {@code *-reset}. Of several values of one
 * the largest usable counts. Absolute times are taken against the answer's own {@code Date} (RFC 9110 section 6.6.1), else
 * against the time handed in. Everything is rounded up: a wait is never early.
 *
 * <p>Total and independent of the default locale: whatever a server sends, nothing is thrown. Of a body the first 65 536
 * characters are read. Safe for many threads.
 *
 * @since 0.1
 */
public final class RetryHintReader {

    /** Who sends forms that would be mistaken anywhere else. */
    public enum Provider {
        /** Discord's API before version 8: {@code Retry-After} and the body's {@code retry_after} in milliseconds. */
        DISCORD_BEFORE_V8,
        /** Shopify's REST API: a full bucket ({@code X-Shopify-Shop-Api-Call-Limit: 40/40}) leaks two calls a second. */
        SHOPIFY_REST
    }

    private static final RetryHintReader STANDARD = new RetryHintReader(HintRules.STANDARD);

    private final HintRules rules;

    private RetryHintReader(HintRules rules) {
        this.rules = rules;
    }

    /**
     * The reader that knows every form which cannot be mistaken, whoever sends it.
     *
     * @return the shared reader
     */
    public static RetryHintReader standard() {
        return STANDARD;
    }

    /**
     * A reader that also knows the forms of one provider, and asks those first.
     *
     * @param provider the provider
     * @return a reader
     */
    public static RetryHintReader forProvider(Provider provider) {
        return new RetryHintReader(
                switch (Objects.requireNonNull(provider, "provider")) {
                    case DISCORD_BEFORE_V8 -> ProviderForms.DISCORD_BEFORE_V8;
                    case SHOPIFY_REST -> ProviderForms.SHOPIFY_REST;
                });
    }

    /**
     * Reads the hint of an answer.
     *
     * @param answer the answer
     * @param now when the answer was received; only used for absolute times in answers without a usable {@code Date}
     * @return the hint, never null
     */
    public RetryHint read(ResponseView answer, Instant now) {
        return rules.read(answer, now);
    }

    /**
     * Reads the hint of an answer and says how it was found. Costs a little more than {@link #read}.
     *
     * @param answer the answer
     * @param now when the answer was received
     * @return the hint that {@link #read} gives, with the fields passed over
     */
    public RetryReading explain(ResponseView answer, Instant now) {
        return rules.explain(answer, now);
    }

    /**
     * The forms this reader knows, in the order it asks them.
     *
     * @return a name for each: a header field, a group of such, or what in the body
     */
    public List<String> forms() {
        return rules.forms();
    }

    HintRules rules() {
        return rules;
    }
}
