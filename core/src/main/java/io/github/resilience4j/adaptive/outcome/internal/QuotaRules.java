package io.github.resilience4j.adaptive.outcome.internal;

import io.github.resilience4j.adaptive.outcome.QuotaHint;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What a 2xx tells about the server's limits. */
public final class QuotaRules {

    static final String SHOPIFY = "X-Shopify-Shop-Api-Call-Limit";
    private static final long NOT_TOLD = Policy.NOT_TOLD;

    private QuotaRules() {}

    /**
     * The hint of an answer.
     *
     * @param view the answer
     * @param now when it was received
     * @return the hint, empty if there is none
     */
    public static Optional<QuotaHint> read(ResponseView view, Instant now) {
        Answer answer = new Answer(view, now);
        if (answer.status() < 200 || answer.status() > 299 || answer.isFromCache()) {
            return Optional.empty();
        }
        List<Told> told = new ArrayList<>();
        structured(answer, told);
        for (Budget budget : Budgets.RELATIVE) {
            budget(answer, budget, told);
        }
        for (Budget budget : Budgets.SEVERAL) {
            budget(answer, budget, told);
        }
        for (Budget budget : Budgets.ONE) {
            budget(answer, budget, told);
        }
        upbit(answer, told);
        shopify(answer, told);
        return told.stream().min(Told.TIGHTEST_FIRST).map(Told::hint);
    }

    // Each policy's state, with limit and window from where it is declared.
    private static void structured(Answer answer, List<Told> told) {
        List<Policy> declared = Policy.declared(answer);
        for (Policy state : Policy.all(answer)) {
            if (state.isMalformed()) {
                continue;
            }
            Optional<Policy> policy = declared.stream()
                    .filter(it -> it.name().equals(state.name()) || state.name().isEmpty())
                    .findFirst();
            if (policy.map(Policy::countsCalls).orElse(true)) {
                told.add(new Told(
                        Math.max(state.limit(), policy.map(Policy::limit).orElse(NOT_TOLD)),
                        state.remaining(),
                        state.resetSeconds() < 0 ? NOT_TOLD : state.resetNanos(answer.reference()),
                        policy.map(Policy::windowNanos).orElse(NOT_TOLD),
                        "RateLimit"));
            }
        }
        if (told.isEmpty()) {
            declared.stream()
                    .filter(Policy::countsCalls)
                    .forEach(it ->
                            told.add(new Told(it.limit(), NOT_TOLD, NOT_TOLD, it.windowNanos(), "RateLimit-Policy")));
        }
        told.removeIf(it -> it.limit() < 0 && it.remaining() < 0);
    }

    private static void budget(Answer answer, Budget budget, List<Told> told) {
        if (!budget.countsCalls()) {
            return;
        }
        OptionalLong remaining = Budget.count(answer, budget.remaining());
        OptionalLong limit = Budget.count(answer, budget.limit());
        if (remaining.isEmpty() && limit.isEmpty()) {
            return;
        }
        long reset = NOT_TOLD;
        List<String> lines = answer.header(budget.reset());
        if (!lines.isEmpty()) {
            Reading reading = HeaderForm.longest(answer, budget.reset(), lines, NumberRule.RESET, "a time");
            reset = reading.state() == Reading.State.WAIT ? reading.nanos() : NOT_TOLD;
        }
        told.add(new Told(
                limit.orElse(NOT_TOLD),
                remaining.orElse(NOT_TOLD),
                reset,
                Policy.windowNanos(answer, budget.limit()),
                remaining.isPresent() ? budget.remaining() : budget.limit()));
    }

    private static void upbit(Answer answer, List<Told> told) {
        OptionalLong left = RemainingReqForm.leftThisSecond(answer);
        if (left.isPresent()) {
            told.add(new Told(NOT_TOLD, left.getAsLong(), Nanos.PER_SECOND, Nanos.PER_SECOND, "Remaining-Req"));
        }
    }

    // How fast the bucket empties is not told.
    private static void shopify(Answer answer, List<Told> told) {
        for (String line : answer.header(SHOPIFY)) {
            long left = leftInBucket(line);
            if (left >= 0) {
                Decimal capacity = Decimal.parse(Ascii.trim(line.substring(line.indexOf('/') + 1)));
                told.add(new Told(capacity == null ? NOT_TOLD : capacity.whole(), left, NOT_TOLD, NOT_TOLD, SHOPIFY));
            }
        }
    }

    /** Calls that fit into Shopify's bucket, written as used and capacity ({@code 39/40}); -1 if it is not. */
    static long leftInBucket(String line) {
        int slash = line.indexOf('/');
        if (slash < 0) {
            return NOT_TOLD;
        }
        Decimal used = Decimal.parse(Ascii.trim(line.substring(0, slash)));
        Decimal capacity = Decimal.parse(Ascii.trim(line.substring(slash + 1)));
        return used == null || capacity == null ? NOT_TOLD : Math.max(0, capacity.whole() - used.whole());
    }

    /** One budget as told; negative numbers are not told. */
    private record Told(long limit, long remaining, long resetNanos, long windowNanos, String source) {

        static final Comparator<Told> TIGHTEST_FIRST = Comparator.comparingDouble(Told::callsPerNano)
                .thenComparing(Comparator.comparingLong(Told::resetNanos).reversed())
                .thenComparingLong(it -> it.remaining() < 0 ? Long.MAX_VALUE : it.remaining());

        QuotaHint hint() {
            return new QuotaHint(
                    limit < 0 ? OptionalLong.empty() : OptionalLong.of(limit),
                    remaining < 0 ? OptionalLong.empty() : OptionalLong.of(remaining),
                    resetNanos < 0 ? Optional.<Duration>empty() : Optional.of(Nanos.toDuration(resetNanos)),
                    windowNanos <= 0 ? Optional.<Duration>empty() : Optional.of(Nanos.toDuration(windowNanos)),
                    source);
        }

        // Nothing left is the tightest, with or without a time; something left without a time is no rate at all.
        double callsPerNano() {
            if (remaining == 0) {
                return 0;
            }
            if (remaining > 0 && resetNanos >= 0) {
                return remaining / Math.max(1.0, (double) resetNanos);
            }
            return windowNanos > 0 && limit >= 0 ? limit / (double) windowNanos : Double.MAX_VALUE;
        }
    }
}
