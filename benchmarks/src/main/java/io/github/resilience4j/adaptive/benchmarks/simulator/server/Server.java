package io.github.resilience4j.adaptive.benchmarks.simulator.server;

/**
 * A server with one limit and its way to say no.
 *
 * @param limit what it enforces
 * @param wording how it words Retry-After
 */
public record Server(Limit limit, Wording wording) {

    /** A call arrives. */
    public Answer call(long now) {
        if (limit.waitAt(now) == 0) {
            limit.accept(now);
            return limit.tells(now).map(Answer::telling).orElseGet(Answer::ok);
        }
        limit.refuse(now);
        return Answer.tooManyRequests(wording.retryAfter(limit.waitAt(now)));
    }

    /** The answer to a call leaves. */
    public void finish(Answer answer, long now) {
        if (!answer.isRefusal()) {
            limit.finish(now);
        }
    }
}
