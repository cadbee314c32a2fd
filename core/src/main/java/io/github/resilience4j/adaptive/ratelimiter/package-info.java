/**
 * The adaptive rate limiter: Resilience4j's {@code RateLimiter}, but one that finds a limit nobody tells it and stops
 * when it is told to.
 *
 * <pre>{@code
 * AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of("tracker", AdaptiveRateLimiterConfig.custom()
 *         .limitForPeriod(480)                        // never more than that, whatever is learned
 *         .limitRefreshPeriod(Duration.ofMinutes(1))
 *         .unitOfWork(12)                             // one page needs 12 calls
 *         .build());
 * HttpResponse<String> answer = limiter.executeCallable(() -> HttpClient.newHttpClient().send(
 *         HttpRequest.newBuilder(URI.create("https://tracker.example/issues")).build(), BodyHandlers.ofString()));
 * }</pre>
 *
 * <p>Begin with {@link io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter} and
 * {@link io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig}; limiters by name, or one for each tenant, come
 * from an {@link io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry}. The arithmetic is in {@code budget}.
 */
@NullMarked
package io.github.resilience4j.adaptive.ratelimiter;

import org.jspecify.annotations.NullMarked;
