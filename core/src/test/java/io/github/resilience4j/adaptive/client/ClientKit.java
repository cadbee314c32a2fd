package io.github.resilience4j.adaptive.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.client.CountingServer.Arrival;
import io.github.resilience4j.adaptive.outcome.Outcome;
import io.github.resilience4j.adaptive.outcome.Outcome.Kind;
import io.github.resilience4j.adaptive.outcome.Outcome.Trait;
import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Permit;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.State;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.core.IntervalFunction;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What every client promises behind a limiter, with the real client and real servers on loopback. */
@Slow
@Timeout(60)
public abstract class ClientKit {

    protected static final Duration SOON = Duration.ofSeconds(20);
    private static final Duration PATIENT = Duration.ofSeconds(30);

    protected final CountingServer server = new CountingServer();
    private final List<Outcome> outcomes = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> opened = new ArrayList<>();

    /**
     * A call as the test sees it.
     *
     * @param status of the answer
     * @param body of the answer, read after the call
     */
    public record Answer(int status, String body) {}

    /** A client of the library, with a limiter in front. */
    public interface Client extends AutoCloseable {

        /**
         * Makes a call as users of the library do.
         *
         * @return its answer with the body, or its exception; cancelling the future does what a user of the library would do
         */
        CompletableFuture<Answer> call(String method, URI uri, Map<String, String> headers, String body);

        @Override
        default void close() throws IOException {}
    }

    /**
     * Makes a client that does not repeat by itself where that can be switched off, and follows redirects if it can.
     *
     * @param readTimeout how long it waits for an answer
     */
    protected abstract Client connect(OutgoingCalls calls, Duration readTimeout) throws Exception;

    protected boolean followsRedirects() {
        return true;
    }

    /** Whether a user of the client can give up a call that waits. */
    protected boolean canBeCancelled() {
        return true;
    }

    /** Whether a user of the client can give up a call that was sent. */
    protected boolean canBeCancelledInFlight() {
        return canBeCancelled();
    }

    /** Whether it knows "ann" and "secret" where it is asked who it is. */
    protected boolean answersChallenges() {
        return false;
    }

    protected boolean isRepeatingByOurRules() {
        return true;
    }

    /** Whether a problem detail is known before its caller reads it. */
    protected boolean knowsProblems() {
        return true;
    }

    /** A blocking call on a thread of its own, cancelled by an interrupt. */
    protected static CompletableFuture<Answer> onAThread(Callable<Answer> call) {
        CompletableFuture<Answer> answer = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        answer.complete(call.call());
                    } catch (Throwable e) {
                        answer.completeExceptionally(e);
                    }
                },
                "caller");
        thread.setDaemon(true);
        thread.start();
        var unused = answer.whenComplete((any, error) -> {
            if (answer.isCancelled()) {
                thread.interrupt();
            }
        });
        return answer;
    }

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable one : opened) {
            one.close();
        }
        server.close();
    }

    protected final Client client(OutgoingCalls.Builder calls) throws Exception {
        return client(calls, PATIENT);
    }

    private Client client(OutgoingCalls.Builder calls, Duration readTimeout) throws Exception {
        Client client = connect(calls.build(), readTimeout);
        opened.add(client);
        return client;
    }

    /** So many an hour, all of them at once if need be. What is not there is not coming, and yet it is waited for. */
    protected final AdaptiveRateLimiter anHour(int limit) {
        return limiter(limit, limit, Duration.ofHours(1), Duration.ofHours(2));
    }

    private AdaptiveRateLimiter aSecond(int limit, int burst) {
        return limiter(limit, burst, Duration.ofSeconds(1), PATIENT);
    }

    private AdaptiveRateLimiter limiter(int limit, int burst, Duration period, Duration patience) {
        OutcomeClassifier standard = OutcomeClassifier.standard();
        AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of(
                "api",
                AdaptiveRateLimiterConfig.custom()
                        .limitForPeriod(limit)
                        .limitRefreshPeriod(period)
                        .burst(burst)
                        .timeoutDuration(patience)
                        .outcomeClassifier((result, error) -> {
                            Outcome outcome = standard.classify(result, error);
                            outcomes.add(outcome);
                            return outcome;
                        })
                        .build());
        opened.add(limiter);
        return limiter;
    }

    private static RetryAfterAwareRetry.Builder<Object> retry() {
        return RetryAfterAwareRetry.custom().backoff(IntervalFunction.of(1));
    }

    protected static int left(AdaptiveRateLimiter limiter) {
        return limiter.getMetrics().getAvailablePermissions();
    }

    private static CompletableFuture<Answer> get(Client client, URI uri) {
        return client.call("GET", uri, Map.of(), "");
    }

    @Test
    void aRefusalIsOneCallAPauseAProbeAndThenSuccess() throws Exception {
        CountDownLatch probed = new CountDownLatch(1);
        server.answers(429, Map.of("Retry-After", "1"), "not now")
                .answers(200, Map.of(), "fine", probed)
                .answers(200, Map.of(), "fine");
        AdaptiveRateLimiter limiter = aSecond(1000, 100);
        Client client = client(OutgoingCalls.custom(limiter));

        assertThat(get(client, server.uri("/"))).succeedsWithin(SOON).isEqualTo(new Answer(429, "not now"));
        List<CompletableFuture<Answer>> others = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            others.add(get(client, server.uri("/")));
        }

        await().atMost(SOON).until(() -> server.arrivals().size() == 2);
        assertThat(limiter.snapshot().state()).isEqualTo(State.PROBING);
        await().atMost(SOON).until(() -> limiter.snapshot().waiting() == 4);
        List<Arrival> arrivals = server.arrivals();
        assertThat(arrivals.get(1).at() - arrivals.get(0).at()).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
        probed.countDown();
        assertThat(others)
                .allSatisfy(one -> assertThat(one).succeedsWithin(SOON).isEqualTo(new Answer(200, "fine")));
        assertThat(arrivals).hasSize(6);
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
    }

    @Test
    void aConnectionThatIsRefusedMeansThatNothingWasSent() throws Exception {
        AdaptiveRateLimiter limiter = anHour(10);

        assertThat(get(client(OutgoingCalls.custom(limiter)), RudeServer.nobody()))
                .failsWithin(SOON);

        assertEnded(limiter, Kind.UNAVAILABLE, Trait.FAILURE, Trait.NOT_EXECUTED);
    }

    @Test
    void aCallThatIsNotAnsweredInTimeMayHaveBeenExecuted() throws Exception {
        AdaptiveRateLimiter limiter = anHour(10);
        try (RudeServer silent = RudeServer.silent()) {
            assertThat(get(client(OutgoingCalls.custom(limiter), Duration.ofSeconds(1)), silent.uri()))
                    .failsWithin(SOON);
        }

        assertEnded(limiter, Kind.UNAVAILABLE, Trait.FAILURE);
    }

    @Test
    void aConnectionThatIsResetMayHaveBeenExecuted() throws Exception {
        AdaptiveRateLimiter limiter = anHour(10);
        try (RudeServer resetting = RudeServer.resetting()) {
            assertThat(get(client(OutgoingCalls.custom(limiter)), resetting.uri()))
                    .failsWithin(SOON);
        }

        assertEnded(limiter, Kind.UNAVAILABLE, Trait.FAILURE);
    }

    @Test
    void aCallCancelledInFlightIsOverAndWasSent() throws Exception {
        assumeTrue(canBeCancelledInFlight());
        AdaptiveRateLimiter limiter = anHour(10);
        try (RudeServer silent = RudeServer.silent()) {
            CompletableFuture<Answer> call = get(client(OutgoingCalls.custom(limiter)), silent.uri());
            await().atMost(SOON).until(silent::isAsked);
            call.cancel(true);
            await().atMost(SOON).until(() -> limiter.snapshot().inFlight() == 0);
        }

        assertEnded(limiter, Kind.CANCELLED);
        assertThat(left(limiter)).isEqualTo(9);
    }

    @Test
    void aCallCancelledWhileItWaitsIsNotSentAndLosesNoPermit() throws Exception {
        assumeTrue(canBeCancelled());
        AdaptiveRateLimiter limiter = anHour(1);
        Permit last = limiter.tryAcquire(1).orElseThrow();
        CompletableFuture<Answer> call = get(client(OutgoingCalls.custom(limiter)), server.uri("/"));
        await().atMost(SOON).until(() -> limiter.snapshot().waiting() == 1);

        call.cancel(true);

        await().atMost(SOON).until(() -> limiter.snapshot().waiting() == 0);
        last.release();
        assertThat(left(limiter)).isEqualTo(1);
        assertThat(server.arrivals()).isEmpty();
    }

    @Test
    void whatTheLimiterRefusesIsNotSent() throws Exception {
        AdaptiveRateLimiter limiter = anHour(1);
        var unused = limiter.tryAcquire(1).orElseThrow();
        Client client =
                client(OutgoingCalls.custom(limiter).patience(Duration.ZERO).retry(retry()));

        Throwable refusal = catchThrowable(() -> get(client, server.uri("/")).get(SOON.toSeconds(), TimeUnit.SECONDS));

        assertThat(SelfRejections.isSelfRejection(refusal)).isTrue();
        assertThat(limiter.snapshot().rejectedCalls()).isEqualTo(1);
        assertThat(server.arrivals()).isEmpty();
    }

    /** Answers are counted from before the first call: whatever holds a call up makes it later, never earlier. */
    @Test
    void aThousandCallsAtOnceNeverExceedLimitAndBurst() throws Exception {
        int limit = 500;
        int burst = 50;
        server.answers(200, Map.of(), "fine");
        Client client = client(OutgoingCalls.custom(aSecond(limit, burst)));
        long begin = System.nanoTime();

        List<CompletableFuture<Answer>> calls = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            calls.add(get(client, server.uri("/")));
        }

        assertThat(CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)))
                .succeedsWithin(PATIENT);
        assertThat(calls).extracting(CompletableFuture::join).containsOnly(new Answer(200, "fine"));
        List<Long> times = server.arrivals().stream().map(Arrival::at).sorted().toList();
        assertThat(times).hasSize(1000);
        for (int i = 0; i < times.size(); i++) {
            double allowed = burst + limit * (times.get(i) - begin) / 1e9;
            assertThat(i + 1).isLessThanOrEqualTo((int) Math.ceil(allowed));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 404, 429, 503})
    void theBodyStaysReadable(int status) throws Exception {
        String body = "all of it ".repeat(20_000);
        server.answers(status, Map.of(), body);

        assertThat(get(client(OutgoingCalls.custom(anHour(10))), server.uri("/")))
                .succeedsWithin(SOON)
                .isEqualTo(new Answer(status, body));
    }

    @Test
    void aRefusalOfOurOwnOneHopAwayIsNoFaultOfTheServer() throws Exception {
        assumeTrue(knowsProblems());
        String problem = "{\"type\":\"" + SelfRejections.PROBLEM_TYPE + "\",\"status\":503}";
        server.answers(503, Map.of("Content-Type", "application/problem+json", "Retry-After", "60"), problem);
        AdaptiveRateLimiter limiter = anHour(10);

        assertThat(get(client(OutgoingCalls.custom(limiter).retry(retry())), server.uri("/")))
                .succeedsWithin(SOON)
                .isEqualTo(new Answer(503, problem));

        assertEnded(limiter, Kind.SELF_REJECTED);
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
        assertThat(server.arrivals()).hasSize(1);
    }

    @Test
    void aRedirectIsACall() throws Exception {
        assumeTrue(followsRedirects());
        server.answers(302, Map.of("Location", "/there"), "")
                .answers(302, Map.of("Location", "/here"), "")
                .answers(200, Map.of(), "fine");
        AdaptiveRateLimiter limiter = anHour(10);

        assertThat(get(client(OutgoingCalls.custom(limiter)), server.uri("/")))
                .succeedsWithin(SOON)
                .isEqualTo(new Answer(200, "fine"));

        await().atMost(SOON).until(() -> left(limiter) == 7);
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void anAnswerToAChallengeIsACall() throws Exception {
        assumeTrue(answersChallenges());
        server.answers(401, Map.of("WWW-Authenticate", "Basic realm=\"here\""), "")
                .answers(200, Map.of(), "fine");
        AdaptiveRateLimiter limiter = anHour(10);

        assertThat(get(client(OutgoingCalls.custom(limiter)), server.uri("/")))
                .succeedsWithin(SOON)
                .isEqualTo(new Answer(200, "fine"));

        assertThat(server.arrivals()).hasSize(2);
        await().atMost(SOON).until(() -> left(limiter) == 8);
    }

    @Test
    void eachHostMayHaveItsLimiter() throws Exception {
        server.answers(200, Map.of(), "fine");
        AdaptiveRateLimiterRegistry registry = AdaptiveRateLimiterRegistry.ofDefaults();
        opened.add(registry);
        Client client = client(OutgoingCalls.custom(registry, "partners", RequestKeys.host()));

        URI uri = server.uri("/");
        assertThat(get(client, uri)).succeedsWithin(SOON);
        assertThat(get(client, URI.create("http://LOCALHOST:" + uri.getPort() + "/")))
                .succeedsWithin(SOON);

        assertThat(registry.keyedRateLimiters("partners"))
                .containsOnlyKeys("127.0.0.1:" + uri.getPort(), "localhost:" + uri.getPort());
    }

    @Test
    void whatIsIdempotentIsRepeatedAndEachAttemptIsACall() throws Exception {
        assumeTrue(isRepeatingByOurRules());
        server.answers(503, Map.of(), "down").answers(200, Map.of(), "fine");
        AdaptiveRateLimiter limiter = anHour(10);

        assertThat(get(client(OutgoingCalls.custom(limiter).retry(retry())), server.uri("/")))
                .succeedsWithin(SOON)
                .isEqualTo(new Answer(200, "fine"));

        assertThat(server.arrivals()).hasSize(2);
        await().atMost(SOON).until(() -> left(limiter) == 8);
        assertThat(outcomes).extracting(Outcome::kind).containsExactly(Kind.UNAVAILABLE, Kind.SUCCESS);
    }

    @Test
    void whatIsNotIdempotentIsNotRepeated() throws Exception {
        server.answers(503, Map.of(), "down");
        Client client = client(OutgoingCalls.custom(anHour(10)).retry(retry()));

        assertThat(client.call("POST", server.uri("/"), Map.of(), "order"))
                .succeedsWithin(SOON)
                .isEqualTo(new Answer(503, "down"));

        assertThat(server.arrivals()).hasSize(1);
    }

    /** The answer that fails belongs to a GET; repeated would be the POST before it. */
    @Test
    void whatIsNotIdempotentIsNotRepeatedAfterARedirectThatIs() throws Exception {
        assumeTrue(followsRedirects());
        server.answers(303, Map.of("Location", "/there"), "").answers(503, Map.of(), "down");
        Client client = client(OutgoingCalls.custom(anHour(10)).retry(retry()));

        assertThat(client.call("POST", server.uri("/"), Map.of(), "order"))
                .succeedsWithin(SOON)
                .isEqualTo(new Answer(503, "down"));

        assertThat(server.arrivals()).extracting(Arrival::method).containsExactly("POST", "GET");
    }

    @Test
    void whatWasNotExecutedIsRepeatedAfterThePauseWhateverTheMethod() throws Exception {
        assumeTrue(isRepeatingByOurRules());
        server.answers(429, Map.of("Retry-After", "1"), "not now").answers(200, Map.of(), "fine");
        Client client = client(OutgoingCalls.custom(aSecond(1000, 100)).retry(retry()));

        assertThat(client.call("POST", server.uri("/"), Map.of(), "order"))
                .succeedsWithin(SOON)
                .isEqualTo(new Answer(200, "fine"));

        List<Arrival> arrivals = server.arrivals();
        assertThat(arrivals).extracting(Arrival::body).containsExactly("order", "order");
        assertThat(arrivals.get(1).at() - arrivals.get(0).at()).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
    }

    @Test
    void anIdempotencyKeyIsTheSameForAllAttemptsOfACallAndAnotherForTheNext() throws Exception {
        assumeTrue(isRepeatingByOurRules());
        server.answers(503, Map.of(), "down").answers(200, Map.of(), "fine");
        Client client = client(OutgoingCalls.custom(anHour(10)).retry(retry()).idempotencyKey("Idempotency-Key"));

        assertThat(client.call("POST", server.uri("/"), Map.of(), "order"))
                .succeedsWithin(SOON)
                .isEqualTo(new Answer(200, "fine"));
        assertThat(client.call("POST", server.uri("/"), Map.of(), "order")).succeedsWithin(SOON);

        List<String> keys = keys();
        assertThat(keys).hasSize(3).doesNotContainNull();
        assertThat(keys.get(1)).isEqualTo(keys.get(0));
        assertThat(keys.get(2)).isNotEqualTo(keys.get(0));
    }

    @Test
    void aRequestKeepsTheKeyThatItBrings() throws Exception {
        assumeTrue(isRepeatingByOurRules());
        server.answers(503, Map.of(), "down").answers(200, Map.of(), "fine");
        Client client = client(OutgoingCalls.custom(anHour(10)).retry(retry()).idempotencyKey("Idempotency-Key"));

        assertThat(client.call("POST", server.uri("/"), Map.of("Idempotency-Key", "mine"), "order"))
                .succeedsWithin(SOON)
                .isEqualTo(new Answer(200, "fine"));

        assertThat(keys()).containsExactly("mine", "mine");
    }

    protected final List<String> keys() {
        return server.arrivals().stream()
                .map(arrival -> arrival.headers().getFirst("Idempotency-Key"))
                .toList();
    }

    /** However often the client tried, every end was of this kind; and the limiter knows that the call is over. */
    private void assertEnded(AdaptiveRateLimiter limiter, Kind kind, Trait... traits) {
        await().atMost(SOON).until(() -> limiter.snapshot().inFlight() == 0);
        assertThat(outcomes).isNotEmpty().allSatisfy(outcome -> {
            assertThat(outcome.kind()).isEqualTo(kind);
            assertThat(outcome.traits()).containsExactlyInAnyOrder(traits);
        });
    }
}
