/**
 * What an answer means: was the call served, refused by the server's limit, refused by our own side, or broken, and for
 * how long does the server ask to be left alone. Limiter, retry, breaker, key pool and queue all ask here.
 *
 * <p>Everything here is a pure function of the answer and the time that is handed in: no threads, no logging, no state,
 * no default locale, and nothing throws, whatever a server sends.
 *
 * <pre>{@code
 * ResponseView answer = ResponseView.of(429, Map.of("Retry-After", List.of("120")), "");
 * Duration pause = RetryHintReader.standard().read(answer, Instant.now()).delay();
 * Outcome outcome = OutcomeClassifier.standard().classify(null, new ConnectException());
 * }</pre>
 *
 * <p>Where to extend it: {@link io.github.resilience4j.adaptive.outcome.AnswerReader} for a client that is not known,
 * {@link io.github.resilience4j.adaptive.outcome.OutcomeClassifier} for a meaning of one's own,
 * {@link io.github.resilience4j.adaptive.outcome.SelfRejection} for exceptions by which one's own side says no.
 */
@NullMarked
package io.github.resilience4j.adaptive.outcome;

import org.jspecify.annotations.NullMarked;
