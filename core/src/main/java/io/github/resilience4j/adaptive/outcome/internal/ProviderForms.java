package io.github.resilience4j.adaptive.outcome.internal;

import java.util.List;

/** Forms that are right for one provider and would be mistaken elsewhere. To add one: a line, and a name for it. */
public final class ProviderForms {

    /** Milliseconds where everybody else has seconds. */
    public static final HintRules DISCORD_BEFORE_V8 = new HintRules(
            List.of(new HeaderForm("Retry-After", NumberRule.MILLIS, "milliseconds"), new BodyMillisForm()));

    /** A bucket whose leak is known. */
    public static final HintRules SHOPIFY_REST = new HintRules(List.of(new ShopifyBucketForm()));

    private ProviderForms() {}

    private static final class BodyMillisForm implements HintForm {

        @Override
        public Reading read(Answer answer) {
            Reading reading = Reading.ABSENT;
            for (BodyFacts.Wait wait : answer.body().waits()) {
                if (wait.field().equals("retry_after")) {
                    reading = reading.orLater(BodyWaitForm.reading(wait, NumberRule.MILLIS, answer.reference()));
                }
            }
            return reading;
        }

        @Override
        public String name() {
            return "body retry_after in milliseconds";
        }
    }

    private static final class ShopifyBucketForm implements HintForm {

        private static final long NANOS_PER_CALL = 500 * Nanos.PER_MILLI;

        @Override
        public Reading read(Answer answer) {
            // The server's own word, where it gives one, is better than arithmetic.
            if (answer.has("Retry-After")) {
                return Reading.ABSENT;
            }
            for (String line : answer.header(QuotaRules.SHOPIFY)) {
                long left = QuotaRules.leftInBucket(line);
                if (left >= 0) {
                    return left == 0
                            ? Reading.wait(NANOS_PER_CALL, QuotaRules.SHOPIFY, line)
                            : Reading.somethingElse(QuotaRules.SHOPIFY, line, "the bucket is not full");
                }
            }
            return Reading.ABSENT;
        }

        @Override
        public String name() {
            return QuotaRules.SHOPIFY;
        }
    }
}
