/**
 * A limiter, and if wanted a retry, in front of the HTTP clients that teams use; a subpackage per client, each needs only
 * its own.
 *
 * <p>{@link io.github.resilience4j.adaptive.client.OutgoingCalls} says which limiter a request goes through and how it is
 * repeated. Begin there, and hand it to the class of your client:
 *
 * <pre>{@code
 * AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of("tracker", AdaptiveRateLimiterConfig.ofDefaults());
 * OutgoingCalls calls = OutgoingCalls.custom(limiter)
 *         .retry(RetryAfterAwareRetry.custom().maxAttempts(4))
 *         .build();
 * HttpClient client = AdaptiveHttpClient.of(HttpClient.newHttpClient(), calls);
 * }</pre>
 *
 * <p>{@link io.github.resilience4j.adaptive.client.OutgoingCall} is one such call from the first permit to the last answer,
 * for whoever has a client of his own.
 */
@NullMarked
package io.github.resilience4j.adaptive.client;

import org.jspecify.annotations.NullMarked;
