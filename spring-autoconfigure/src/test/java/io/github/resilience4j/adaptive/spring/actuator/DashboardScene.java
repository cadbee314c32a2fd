package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.ratelimiter.Recovery;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Forty minutes of an application, played in a moment on a clock of its own that ends at the present. */
@Configuration(proxyBeanMethods = false)
class DashboardScene {

    /** What somebody would write who wants the page to do something. */
    static final String SCRIPT = "<img src=x onerror=\"window.hacked=1\"><script>window.hacked=1</script>";

    private static final int STEPS = 480;
    private static final Duration STEP = Duration.ofSeconds(5);
    private static final ResponseView OK = ResponseView.of(200, Map.of(), "");

    /** Both clocks of a limiter. */
    static final class PlayedTime extends Clock {

        private final Instant begin = Instant.now().minus(STEP.multipliedBy(STEPS));
        private final AtomicLong nanos = new AtomicLong();

        void pass(Duration time) {
            nanos.addAndGet(time.toNanos());
        }

        long nanoTime() {
            return nanos.get();
        }

        @Override
        public Instant instant() {
            return begin.plusNanos(nanos.get());
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException();
        }
    }

    @Bean
    PlayedTime playedTime() {
        return new PlayedTime();
    }

    @Bean
    AdaptiveRateLimiterRegistry ownLimiters(PlayedTime time) {
        return AdaptiveRateLimiterRegistry.custom()
                .nanoTime(time::nanoTime)
                .defaultConfig(AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(80)
                        .limitRefreshPeriod(Duration.ofSeconds(10))
                        .unitOfWork(12)
                        .clock(time)
                        .build())
                .addConfiguration(
                        "subscriptions",
                        AdaptiveRateLimiterConfig.custom()
                                .limitForPeriod(300)
                                .burst(60)
                                .recovery(Recovery.LINEAR)
                                .clock(time)
                                .build())
                .build();
    }

    /** Plays it. */
    static void play(ActuatorApp app) {
        PlayedTime time = app.context().getBean(PlayedTime.class);
        LimiterHistory history = app.context().getBean(LimiterHistory.class);
        AdaptiveRateLimiter tracker = app.limiters().rateLimiter("tracker");
        AdaptiveRateLimiter subscriptions = app.limiters().rateLimiter("subscriptions");
        AdaptiveRateLimiter invoices = app.limiters().rateLimiter("invoices");
        int inWindow = 0;
        for (int step = 1; step <= STEPS; step++) {
            time.pass(STEP);
            inWindow = step % 2 == 0 ? 0 : inWindow;
            inWindow = callTheTracker(tracker, inWindow, step);
            wakeUp(subscriptions, step);
            call(invoices, OK, 6);
            if (step == STEPS - 60) {
                invoices.stop("their database moves until the evening, says Ines");
            }
            history.look(time.millis());
        }
        askForKeys(app.pools().find("maps").orElseThrow());
        askForPages(app.context().getBean(CoalescerRegistry.class).coalescer("pages"));
        for (String tenant : List.of("acme", "globex", "initech")) {
            call(app.limiters().forKey("tenants", tenant), OK, 3);
        }
        app.limiters().forKey("tenants", "globex").pause(Duration.ofMinutes(42));
    }

    /** An upstream that takes 20 calls in 10 s. */
    private static int callTheTracker(AdaptiveRateLimiter tracker, int inWindow, int step) {
        int sent = inWindow;
        for (int call = 0; call < (step % 90 < 60 ? 30 : 6); call++) {
            int before = sent;
            boolean left = tracker.tryAcquire(1)
                    .map(permit -> {
                        permit.onResult(before < 20 ? OK : refusal("7"));
                        return true;
                    })
                    .orElse(false);
            sent += left ? 1 : 0;
        }
        return sent;
    }

    /** Nineteen at once are taken. In the end there is a ban, and others go on asking. */
    private static void wakeUp(AdaptiveRateLimiter subscriptions, int step) {
        int calls = step % 40 == 0 ? 20 : step % 40 < 30 ? 11 : 0;
        boolean banned = step == STEPS - 108;
        for (int call = 1; call <= calls || (banned && call == 1); call++) {
            ResponseView answer = banned ? refusal("63160") : call < 20 ? OK : refusal("60");
            subscriptions.tryAcquire(1).ifPresent(permit -> permit.onResult(answer));
        }
        if (step > STEPS - 108) {
            for (int call = 0; call < 5; call++) {
                subscriptions.acquirePermission(1, Duration.ZERO);
            }
        }
    }

    private static void call(AdaptiveRateLimiter limiter, ResponseView answer, int calls) {
        for (int call = 0; call < calls; call++) {
            limiter.tryAcquire(1).ifPresent(permit -> permit.onResult(answer));
        }
    }

    private static ResponseView refusal(String retryAfter) {
        return ResponseView.of(429, Map.of("Retry-After", List.of(retryAfter)), "");
    }

    /** Of six keys two are dead. */
    private static void askForKeys(ApiKeyPool maps) {
        for (int call = 0; call < 120; call++) {
            try {
                maps.execute(lease -> switch (lease.keyId()) {
                    case "key-2", "key-5" -> ResponseView.of(401, Map.of(), "");
                    default -> OK;
                });
            } catch (Throwable e) {
                throw new AssertionError(e);
            }
        }
    }

    private static void askForPages(Coalescer<Integer, String> pages) {
        for (int question = 0; question < 400; question++) {
            pages.get(question % 23, () -> "page");
        }
    }
}
