package io.github.resilience4j.adaptive.client.grpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.resilience4j.adaptive.Slow;
import io.github.resilience4j.adaptive.client.OutgoingCalls;
import io.github.resilience4j.adaptive.client.RequestKeys;
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
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors;
import io.grpc.Context;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.stub.ClientCalls;
import io.grpc.stub.StreamObserver;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The real client against real servers on loopback. */
@Slow
@Timeout(60)
class AdaptiveGrpcInterceptorTest {

    private static final Duration SOON = Duration.ofSeconds(20);

    private final Echo server = new Echo();
    private final ManagedChannel channel = server.connect();
    private final List<Outcome> outcomes = new CopyOnWriteArrayList<>();
    private final List<AutoCloseable> opened = new ArrayList<>();

    @AfterEach
    void close() throws Exception {
        channel.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        server.close();
        for (AutoCloseable one : opened) {
            one.close();
        }
    }

    /** So many an hour, all of them at once if need be. What is not there is not coming, and yet it is waited for. */
    private AdaptiveRateLimiter anHour(int limit) {
        return limiter(limit, limit, Duration.ofHours(1), Duration.ofHours(2));
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

    private static int left(AdaptiveRateLimiter limiter) {
        return limiter.getMetrics().getAvailablePermissions();
    }

    private Channel behind(AdaptiveRateLimiter limiter) {
        return behind(OutgoingCalls.of(limiter));
    }

    private Channel behind(OutgoingCalls calls) {
        return ClientInterceptors.intercept(channel, AdaptiveGrpcInterceptor.of(calls));
    }

    private static String blocking(Channel channel, String request) {
        return ClientCalls.blockingUnaryCall(channel, Echo.UNARY, CallOptions.DEFAULT, request);
    }

    private static Future<String> future(Channel channel, String request) {
        return ClientCalls.futureUnaryCall(channel.newCall(Echo.UNARY, CallOptions.DEFAULT), request);
    }

    private static Throwable errorOf(Future<?> call) {
        return catchThrowable(() -> call.get(SOON.toSeconds(), TimeUnit.SECONDS));
    }

    @Test
    void aRefusalIsOneCallAPauseAProbeAndThenSuccess() throws Exception {
        server.refusesForASecond();
        AdaptiveRateLimiter limiter = limiter(1000, 100, Duration.ofSeconds(1), SOON);
        Channel limited = behind(limiter);

        assertThat(catchThrowable(() -> blocking(limited, "first"))).isNotNull();
        assertThat(limiter.snapshot().state()).isEqualTo(State.PAUSED);
        List<Future<String>> others = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            others.add(future(limited, "other"));
        }
        for (Future<String> other : others) {
            assertThat(other.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo("other");
        }

        List<Long> arrivals = server.arrivals();
        assertThat(arrivals).hasSize(6);
        assertThat(arrivals.get(1) - arrivals.get(0)).isGreaterThanOrEqualTo(TimeUnit.SECONDS.toNanos(1));
        assertThat(outcomes.get(0).kind()).isEqualTo(Kind.THROTTLED);
        assertThat(limiter.snapshot().congestionEvents()).isEqualTo(1);
        assertThat(limiter.snapshot().state()).isEqualTo(State.RUNNING);
    }

    @Test
    void nobodyExceedsLimitAndBurstAndNoThreadWaits() throws Exception {
        AdaptiveRateLimiter limiter = limiter(500, 50, Duration.ofSeconds(1), SOON);
        Channel limited = behind(limiter);
        long begin = System.nanoTime();

        List<Future<String>> calls = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            calls.add(future(limited, "x"));
        }

        for (Future<String> call : calls) {
            assertThat(call.get(SOON.toSeconds(), TimeUnit.SECONDS)).isEqualTo("x");
        }
        List<Long> times = server.arrivals().stream().sorted().toList();
        assertThat(times).hasSize(1000);
        for (int i = 0; i < times.size(); i++) {
            assertThat(i + 1).isLessThanOrEqualTo((int) Math.ceil(50 + 500 * (times.get(i) - begin) / 1e9));
        }
        assertThat(limiter.snapshot().inFlight()).isZero();
    }

    @Test
    void aBlockingStubWaitsForItsPermit() {
        AdaptiveRateLimiter limiter = limiter(10, 1, Duration.ofSeconds(1), SOON);
        Channel limited = behind(limiter);

        for (int i = 0; i < 4; i++) {
            assertThat(blocking(limited, "x" + i)).isEqualTo("x" + i);
        }

        assertThat(server.arrivals()).hasSize(4);
    }

    @Test
    void whatTheLimiterRefusesIsNotSent() {
        AdaptiveRateLimiter limiter = anHour(10);
        limiter.stop("closed");
        Channel limited = behind(limiter);

        Throwable refusal = catchThrowable(() -> blocking(limited, "x"));

        assertThat(Status.fromThrowable(refusal).getCode()).isEqualTo(Status.Code.RESOURCE_EXHAUSTED);
        assertThat(SelfRejections.isSelfRejection(refusal)).isTrue();
        assertThat(SelfRejections.isSelfRejection(errorOf(future(limited, "x"))))
                .isTrue();
        assertThat(server.arrivals()).isEmpty();
    }

    @Test
    void aCallCancelledWhileItWaitsIsNotSentAndLosesNoPermit() {
        AdaptiveRateLimiter limiter = anHour(1);
        Permit last = limiter.tryAcquire(1).orElseThrow();
        Future<String> call = future(behind(limiter), "x");
        assertThat(limiter.snapshot().waiting()).isEqualTo(1);

        call.cancel(true);

        assertNobodyWaits(limiter, last);
    }

    @Test
    void anInterruptEndsTheWait() throws Exception {
        AdaptiveRateLimiter limiter = anHour(1);
        Permit last = limiter.tryAcquire(1).orElseThrow();
        Channel limited = behind(limiter);
        List<Throwable> ends = new CopyOnWriteArrayList<>();
        Thread caller = new Thread(() -> ends.add(catchThrowable(() -> blocking(limited, "x"))), "caller");
        caller.start();
        await().atMost(SOON).until(() -> limiter.snapshot().waiting() == 1);

        caller.interrupt();
        caller.join(SOON.toMillis());

        assertThat(OutcomeClassifier.standard().classify(null, ends.get(0)).kind())
                .isEqualTo(Kind.CANCELLED);
        assertNobodyWaits(limiter, last);
    }

    @Test
    void aContextThatIsCancelledEndsTheWait() throws Exception {
        AdaptiveRateLimiter limiter = anHour(1);
        Permit last = limiter.tryAcquire(1).orElseThrow();
        Context.CancellableContext context = Context.current().withCancellation();
        Channel limited = behind(limiter);
        Future<String> call = context.call(() -> future(limited, "x"));

        context.cancel(null);

        assertThat(Status.fromThrowable(errorOf(call)).getCode()).isEqualTo(Status.Code.CANCELLED);
        assertNobodyWaits(limiter, last);
    }

    @Test
    void aDeadlineEndsTheWait() {
        AdaptiveRateLimiter limiter = anHour(1);
        Permit last = limiter.tryAcquire(1).orElseThrow();
        CallOptions soon = CallOptions.DEFAULT.withDeadlineAfter(100, TimeUnit.MILLISECONDS);
        Channel limited = behind(limiter);

        Throwable blocking = catchThrowable(() -> ClientCalls.blockingUnaryCall(limited, Echo.UNARY, soon, "x"));
        Throwable future = errorOf(ClientCalls.futureUnaryCall(limited.newCall(Echo.UNARY, soon), "x"));

        assertThat(Status.fromThrowable(blocking).getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
        assertThat(Status.fromThrowable(future).getCode()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
        assertNobodyWaits(limiter, last);
    }

    private void assertNobodyWaits(AdaptiveRateLimiter limiter, Permit last) {
        await().atMost(SOON).until(() -> limiter.snapshot().waiting() == 0);
        last.release();
        assertThat(left(limiter)).isEqualTo(1);
        assertThat(server.arrivals()).isEmpty();
    }

    @Test
    void aCallCancelledInFlightIsOverAndWasSent() {
        AdaptiveRateLimiter limiter = anHour(10);
        Future<String> call = future(behind(limiter), Echo.SILENCE);
        await().atMost(SOON).until(() -> server.arrivals().size() == 1);

        call.cancel(true);

        assertEnded(limiter, Kind.CANCELLED);
        assertThat(left(limiter)).isEqualTo(9);
    }

    @Test
    void aCallThatIsNotAnsweredInTimeMayHaveBeenExecuted() {
        AdaptiveRateLimiter limiter = anHour(10);
        Channel limited = behind(limiter);
        assertThat(blocking(limited, "connected")).isEqualTo("connected");
        outcomes.clear();

        assertThat(catchThrowable(() -> ClientCalls.blockingUnaryCall(
                        limited,
                        Echo.UNARY,
                        CallOptions.DEFAULT.withDeadlineAfter(300, TimeUnit.MILLISECONDS),
                        Echo.SILENCE)))
                .isNotNull();

        assertEnded(limiter, Kind.UNAVAILABLE, Trait.FAILURE);
    }

    @Test
    void aConnectionThatIsRefusedMeansThatNothingWasSent() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            port = closed.getLocalPort();
        }
        AdaptiveRateLimiter limiter = anHour(10);
        ManagedChannel nowhere = Echo.channel(port);
        try {
            Channel limited =
                    ClientInterceptors.intercept(nowhere, AdaptiveGrpcInterceptor.of(OutgoingCalls.of(limiter)));
            assertThat(catchThrowable(() -> blocking(limited, "x"))).isNotNull();
        } finally {
            nowhere.shutdownNow().awaitTermination(10, TimeUnit.SECONDS);
        }

        assertEnded(limiter, Kind.UNAVAILABLE, Trait.FAILURE, Trait.NOT_EXECUTED);
    }

    private void assertEnded(AdaptiveRateLimiter limiter, Kind kind, Trait... traits) {
        await().atMost(SOON).until(() -> limiter.snapshot().inFlight() == 0);
        assertThat(outcomes).hasSize(1);
        assertThat(outcomes.get(0).kind()).isEqualTo(kind);
        assertThat(outcomes.get(0).traits()).containsExactlyInAnyOrder(traits);
    }

    @Test
    void aStreamIsOneCallAndKeepsItsOrderThroughTheWait() throws Exception {
        AdaptiveRateLimiter limiter = anHour(1);
        Permit last = limiter.tryAcquire(1).orElseThrow();
        Answers answers = new Answers();
        StreamObserver<String> requests = ClientCalls.asyncBidiStreamingCall(
                behind(limiter).newCall(Echo.STREAMING, CallOptions.DEFAULT), answers);
        for (int i = 0; i < 100; i++) {
            requests.onNext("early " + i);
        }
        assertThat(limiter.snapshot().waiting()).isEqualTo(1);

        last.release();
        for (int i = 0; i < 100; i++) {
            requests.onNext("late " + i);
        }
        await().atMost(SOON).until(() -> answers.texts.size() == 200);

        assertThat(limiter.snapshot().inFlight())
                .as("served, though it goes on")
                .isZero();
        requests.onCompleted();
        assertThat(answers.over.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(answers.texts.get(0)).isEqualTo("early 0");
        assertThat(answers.texts.get(99)).isEqualTo("early 99");
        assertThat(answers.texts.get(100)).isEqualTo("late 0");
        assertThat(answers.texts.get(199)).isEqualTo("late 99");
        assertThat(outcomes).extracting(Outcome::kind).containsExactly(Kind.SUCCESS);
        assertThat(left(limiter)).isZero();
    }

    /** A stub that is told of a failure at once cancels the call; one that has gone on meanwhile cannot. */
    @Test
    void aCallThatCannotBeHandedWhatWasKeptEnds() {
        AdaptiveRateLimiter limiter = anHour(1);
        Permit last = limiter.tryAcquire(1).orElseThrow();
        Channel refusing = ClientInterceptors.intercept(channel, new RefusingMessages());
        ClientInterceptor limiting = AdaptiveGrpcInterceptor.of(OutgoingCalls.of(limiter));
        Future<String> call = future(ClientInterceptors.intercept(refusing, limiting), "x");

        last.release();

        assertThat(errorOf(call)).hasRootCauseMessage("not this one");
        await().atMost(SOON).until(() -> limiter.snapshot().inFlight() == 0);
    }

    private static final class RefusingMessages implements ClientInterceptor {

        @Override
        public <ReqT, RespT> ClientCall<ReqT, RespT> interceptCall(
                MethodDescriptor<ReqT, RespT> method, CallOptions options, Channel next) {
            return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
                @Override
                public void sendMessage(ReqT message) {
                    throw new IllegalStateException("not this one");
                }
            };
        }
    }

    private static final class Answers implements StreamObserver<String> {

        private final List<String> texts = new CopyOnWriteArrayList<>();
        private final CountDownLatch over = new CountDownLatch(1);

        @Override
        public void onNext(String text) {
            texts.add(text);
        }

        @Override
        public void onError(Throwable error) {
            texts.add(error.toString());
            over.countDown();
        }

        @Override
        public void onCompleted() {
            over.countDown();
        }
    }

    /** Whoever is first: the permit that comes, or the cancellation. */
    @Test
    void aCancellationInTheMomentOfThePermitLosesNothing() throws Exception {
        for (int i = 0; i < 200; i++) {
            outcomes.clear();
            AdaptiveRateLimiter limiter = anHour(1);
            Permit last = limiter.tryAcquire(1).orElseThrow();
            Future<String> call = future(behind(limiter), Echo.SILENCE);
            Thread releasing = new Thread(last::release, "releasing");
            releasing.start();
            call.cancel(true);
            releasing.join();

            await().atMost(SOON).until(() -> limiter.snapshot().inFlight() == 0);
            assertThat(limiter.snapshot().waiting()).isZero();
            boolean sent = !outcomes.isEmpty();
            assertThat(left(limiter)).isEqualTo(sent ? 0 : 1);
            assertThat(errorOf(call)).isNotNull();
        }
    }

    @Test
    void eachHostMayHaveItsLimiter() {
        AdaptiveRateLimiterRegistry registry = AdaptiveRateLimiterRegistry.ofDefaults();
        opened.add(registry);

        assertThat(blocking(behind(OutgoingCalls.of(registry, "partners", RequestKeys.host())), "x"))
                .isEqualTo("x");

        assertThat(registry.keyedRateLimiters("partners")).containsOnlyKeys(channel.authority());
    }

    @Test
    void aRetryIsRefused() {
        OutgoingCalls repeating = OutgoingCalls.custom(anHour(1))
                .retry(RetryAfterAwareRetry.custom())
                .build();

        assertThatThrownBy(() -> AdaptiveGrpcInterceptor.of(repeating))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("retry");
    }
}
