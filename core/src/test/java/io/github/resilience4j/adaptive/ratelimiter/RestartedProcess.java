package io.github.resilience4j.adaptive.ratelimiter;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.ratelimiter.RequestNotPermitted;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** A process of its own for {@link RestartedProcessTest}. Says what it sees, line by line, and lives until it is killed. */
final class RestartedProcess {

    private final HttpClient client = HttpClient.newHttpClient();
    private final HttpRequest request;
    private final AdaptiveRateLimiter tracker;
    private final AdaptiveRateLimiter maps;
    private final AdaptiveRateLimiter billing;

    private RestartedProcess(Path directory, URI server, Duration later) {
        this.request = HttpRequest.newBuilder(server).build();
        AdaptiveRateLimiterConfig config = AdaptiveRateLimiterConfig.custom()
                .limitForPeriod(480)
                .burst(12)
                .timeoutDuration(Duration.ZERO)
                .clock(Clock.offset(Clock.systemUTC(), later))
                .stateStore(FileLimiterStateStore.in(directory))
                .build();
        this.tracker = AdaptiveRateLimiter.of("tracker", config);
        this.maps = AdaptiveRateLimiter.of("maps", config);
        this.billing = AdaptiveRateLimiter.of("billing", config);
    }

    /** Takes the directory, the address of a server, what to do, and how many seconds later it is. */
    public static void main(String[] arguments) throws Exception {
        RestartedProcess process = new RestartedProcess(
                Path.of(arguments[0]), URI.create(arguments[1]), Duration.ofSeconds(Long.parseLong(arguments[3])));
        if (arguments[2].equals("refused")) {
            process.isRefused();
        } else {
            process.looksAround();
        }
        new CountDownLatch(1).await();
    }

    private void isRefused() throws Exception {
        maps.onResult(ResponseView.of(429, Map.of("Retry-After", List.of("1")), ""));
        billing.stop("migration");
        call();
        tell(tracker.snapshot());
    }

    private void looksAround() throws Exception {
        tell(tracker.snapshot());
        say(Double.toString(maps.snapshot().limitForPeriod()));
        say(billing.snapshot().stopReason());
        int refused = 0;
        for (int i = 0; i < 100; i++) {
            try {
                call();
            } catch (RequestNotPermitted e) {
                refused++;
            }
        }
        say(Integer.toString(refused));
        say(tracker.snapshot().state().name());
    }

    private HttpResponse<String> call() throws Exception {
        return tracker.executeCallable(() -> client.send(request, BodyHandlers.ofString()));
    }

    private void tell(Snapshot snapshot) {
        Instant end = Clock.systemUTC().instant().plus(snapshot.pauseRemaining());
        say(snapshot.state().name());
        say(snapshot.pauseReason().name());
        say(end.toString());
    }

    private void say(String line) {
        System.out.println(line);
        System.out.flush();
    }
}
