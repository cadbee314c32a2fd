package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.Answer;
import io.github.resilience4j.adaptive.budget.Answer.Meaning;
import io.github.resilience4j.adaptive.budget.FailureStreak;
import io.github.resilience4j.adaptive.budget.Load;
import io.github.resilience4j.adaptive.budget.Regime;
import io.github.resilience4j.adaptive.budget.Sent;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.internal.PermitLedger.Change;
import io.github.resilience4j.adaptive.ratelimiter.internal.evidence.EvidenceBook;
import io.github.resilience4j.core.functions.Either;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What answers do to the budget and to the count of failures. */
final class Feedback {

    private static final Logger LOG = LoggerFactory.getLogger(Feedback.class);
    private static final long NEVER = -1;
    private static final int NOT_KNOWN = 0;

    private final MonotonicClock clock;
    private final Admission admission;
    private final InFlightLimit inFlight;
    private final EvidenceBook evidence;
    private final AcceptedCalls accepted = new AcceptedCalls();
    private final LoadSeen loads;
    private final OutcomeClassifier classifier;
    private final ToldQuotas quotas;
    private final @Nullable Predicate<Either<? extends Throwable, ?>> drainOn;
    private final ConsecutiveFailures failures;
    private final Reports reports;
    private volatile long lastSuccess = NEVER;

    Feedback(
            MonotonicClock clock,
            Admission admission,
            InFlightLimit inFlight,
            EvidenceBook evidence,
            Reports reports,
            AdaptiveRateLimiterConfig config,
            FailureStreak before) {
        this.clock = clock;
        this.admission = admission;
        this.inFlight = inFlight;
        this.loads = new LoadSeen(inFlight, evidence::leftEver);
        this.evidence = evidence;
        this.reports = reports;
        this.classifier = config.getOutcomeClassifier();
        this.quotas = new ToldQuotas(classifier, admission, inFlight);
        this.drainOn = config.getDrainPermissionsOnResult();
        this.failures = new ConsecutiveFailures(
                before,
                config.getPauseAfterConsecutiveFailures(),
                config.getFailureSpan().toNanos());
    }

    /** The end of a call with an identity. */
    void answered(TrackedPermit permit, @Nullable Object result, @Nullable Throwable error) {
        long now = clock.now();
        inFlight.ended(permit, now);
        loads.ended(now);
        Outcome outcome = classify(result, error);
        count(outcome, new Ended(permit.sent(), permit.permits(), permit.inFlight(), permit.counts()), now);
        quotas.heed(outcome, result, now);
        drainIfAsked(result, error);
        admission.ended();
    }

    /**
     * The end of some call. A success that no outstanding call can have had says nothing (Reactor reports one per
     * element); a refusal or failure always counts.
     */
    void answered(@Nullable Object result, @Nullable Throwable error) {
        long now = clock.now();
        long counts = evidence.atAnswer(now);
        boolean outstanding = inFlight.endedAnonymous(now);
        if (outstanding) {
            loads.ended(now);
        }
        Outcome outcome = classify(result, error);
        if (outstanding || !isAccepted(outcome)) {
            count(outcome, new Ended(null, 1, NOT_KNOWN, counts), now);
            quotas.heed(outcome, result, now);
        }
        drainIfAsked(result, error);
        admission.ended();
    }

    /** A call with an identity was never sent. */
    void unsent(TrackedPermit permit, int permits) {
        long call = permit.sent().call();
        inFlight.unsent(permit, clock.now());
        evidence.weighs(1 - permits);
        boolean probe = admission.apply(regime -> regime.unsent(call)) != null;
        admission.supply().answered(Answer.SILENCE, permit.sent(), probe);
        admission.unsent(permit, permits);
    }

    void forgetFailures() {
        if (failures.reset()) {
            admission.memory().failuresChanged();
        }
    }

    FailureStreak failuresInARow() {
        return failures.streak();
    }

    int consecutiveFailures() {
        return failures.count();
    }

    /** When the last success came, in nanoseconds; negative if never. */
    long lastSuccess() {
        return lastSuccess;
    }

    /**
     * A call that is over.
     *
     * @param sent null if it has no identity
     * @param permits what it weighs
     * @param inFlight calls in flight when it left, itself included; {@link #NOT_KNOWN} if that is not known
     * @param counts what had left beside it, for the evidence
     */
    private record Ended(@Nullable Sent sent, int permits, int inFlight, long counts) {}

    private void count(Outcome outcome, Ended call, long now) {
        Answer answer = answerOf(outcome);
        boolean taken = answer.meaning() == Meaning.ACCEPTED;
        if (taken) {
            accepted.add(call.permits, now);
            loads.accepted(call.inFlight, now);
        }
        if (outcome.kind() == Kind.SUCCESS) {
            lastSuccess = now;
            forgetFailures();
        }
        boolean refused = answer.meaning() == Meaning.REFUSED;
        if (refused) {
            reports.throttled(answer.delay());
        }
        Regime before = admission.lease().regime;
        boolean probe = tellBudget(answer, call, now);
        if (taken && probe) {
            evidence.passed(call.counts, call.permits, before.hold().pauses().end(), now);
            forgetFailures();
        } else if (taken) {
            evidence.accepted(call.counts, now);
            Sent sent = call.sent;
            if (sent != null && sent.epoch() == before.epoch() && !sent.asProbe()) {
                evidence.flowed(sent.at());
            }
        } else if ((probe && refused) || outcome.countsAsFailure()) {
            countFailure(now);
        }
    }

    /**
     * Tells the budget what it may care about.
     *
     * @return whether it was the answer to a probe
     */
    private boolean tellBudget(Answer answer, Ended call, long now) {
        if (!answer.holdsCallsBack() && admission.lease().open) {
            return false;
        }
        Change change = admission.apply(regime -> {
            Load load = answer.holdsCallsBack() ? loads.at(call.sent, call.inFlight, now) : Load.UNKNOWN;
            return regime.answered(answer, call.sent, accepted.inWindow(now, load), now);
        });
        if (change != null && change.after().epoch() != change.before().epoch()) {
            evidence.refused(call.counts, now);
        }
        boolean probe = change != null && change.before().isProbe(call.sent);
        boolean crowded = change != null && change.after().isCrowdedSince(change.before());
        admission.supply().answered(crowded ? new Answer(Meaning.CROWDED, answer.delay()) : answer, call.sent, probe);
        return probe;
    }

    private void countFailure(long now) {
        if (failures.add(now)) {
            admission.apply(regime -> regime.failing(now));
        }
        admission.memory().failuresChanged();
    }

    /**
     * Users write classifiers; one that throws anything, or breaks its promise and answers null, must not harm the call,
     * and a call that is over must be counted as over.
     */
    private Outcome classify(@Nullable Object result, @Nullable Throwable error) {
        try {
            Outcome outcome = Objects.requireNonNull(classifier.classify(result, error), "outcome");
            explain(outcome, result, error);
            return outcome;
        } catch (Throwable e) {
            LOG.warn("The outcome classifier failed; the answer counts as neither success nor failure", e);
            return Outcome.UNDECIDED;
        }
    }

    private void explain(Outcome outcome, @Nullable Object result, @Nullable Throwable error) {
        if (outcome.hint().kind() == RetryHint.Kind.NONE && outcome.kind() != Kind.THROTTLED) {
            return;
        }
        try {
            reports.hintRead(() -> classifier.explain(result, error));
        } catch (Throwable e) {
            LOG.warn("The outcome classifier could not explain its outcome", e);
        }
    }

    private void drainIfAsked(@Nullable Object result, @Nullable Throwable error) {
        try {
            if (drainOn != null && drainOn.test(error == null ? Either.right(result) : Either.left(error))) {
                admission.drain();
            }
        } catch (Throwable e) {
            LOG.warn("The predicate drainPermissionsOnResult failed; nothing was drained", e);
        }
    }

    private static boolean isAccepted(Outcome outcome) {
        return outcome.kind() == Kind.SUCCESS || outcome.kind() == Kind.CALLER_FAULT;
    }

    /** The table of outcomes, as far as the budget is concerned. */
    private static Answer answerOf(Outcome outcome) {
        return switch (outcome.kind()) {
            case SUCCESS, CALLER_FAULT -> ACCEPTED;
            case THROTTLED ->
                new Answer(outcome.has(Trait.FAILURE) ? Meaning.HELD : Meaning.REFUSED, delayOf(outcome.hint()));
            case UNAVAILABLE ->
                asksForPause(outcome)
                        ? new Answer(Meaning.HELD, delayOf(outcome.hint()))
                        : new Answer(Meaning.TROUBLED, Answer.UNNAMED);
            case QUOTA_SPENT -> new Answer(Meaning.TROUBLED, Answer.UNNAMED);
            case AUTH_REJECTED, SELF_REJECTED, CANCELLED, UNKNOWN, FATAL -> Answer.SILENCE;
        };
    }

    private static final Answer ACCEPTED = new Answer(Meaning.ACCEPTED, Answer.UNNAMED);

    /** A wait named by a server in trouble is for everybody; one named by a call that it did not execute is for that. */
    private static boolean asksForPause(Outcome outcome) {
        return outcome.hint().kind() == RetryHint.Kind.DELAY && !outcome.has(Trait.NOT_EXECUTED);
    }

    private static long delayOf(RetryHint hint) {
        return hint.kind() == RetryHint.Kind.DELAY ? hint.delay().toNanos() : Answer.UNNAMED;
    }
}
