/**
 * For tests of code behind a limiter: time that passes when the test says so
 * ({@link io.github.resilience4j.adaptive.test.FakeTime}), and somebody else's API with a limit it does not tell
 * ({@link io.github.resilience4j.adaptive.test.StubUpstream}, {@link io.github.resilience4j.adaptive.test.HiddenLimit}).
 *
 * <pre>{@code
 * FakeTime time = FakeTime.create();
 * AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of("news", AdaptiveRateLimiterConfig.ofDefaults(), time);
 * limiter.pause(Duration.ofHours(17));
 * time.pass(Duration.ofHours(17));
 * }</pre>
 *
 * <p>For a store of one's own there are kits that a test class extends, and that bring the tests:
 * {@link io.github.resilience4j.adaptive.test.SharedBudgetCompatibilityKit},
 * {@link io.github.resilience4j.adaptive.test.BenchStoreCompatibilityKit},
 * {@link io.github.resilience4j.adaptive.test.QueueStoreCompatibilityKit}.
 */
@NullMarked
package io.github.resilience4j.adaptive.test;

import org.jspecify.annotations.NullMarked;
