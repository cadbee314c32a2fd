package io.github.resilience4j.adaptive.keypool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent;
import io.github.resilience4j.adaptive.keypool.event.ApiKeyPoolEvent.Returned;
import io.github.resilience4j.adaptive.keypool.internal.ManualTime;
import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ends of a call bench whom, which go on with another key, and which are the caller's. */
class RotationTest {

    private static final Duration HOUR = Duration.ofHours(1);

    private final ManualTime time = new ManualTime();
    private final Upstream upstream = new Upstream();

    private ApiKeyPool pool(int keys) {
        return pool(Upstream.keys(keys));
    }

    private ApiKeyPool pool(List<ApiKey> keys) {
        return time.pool("maps", ApiKeyPoolConfig.ofDefaults(), keys);
    }

    private static Duration benched(ApiKeyPool pool, String keyId) {
        return pool.stats(keyId).orElseThrow().benchedFor();
    }

    @Test
    void anAnswerIsJudgedWhetherItIsReturnedOrThrown() throws Throwable {
        ApiKeyPool pool = pool(2);

        String result = pool.execute(lease -> {
            if (lease.keyId().equals("key-1")) {
                throw Answer.thrown(Answer.UNAUTHORIZED);
            }
            return lease.secret();
        });

        assertThat(result).isEqualTo("sesame-2-open");
        assertThat(benched(pool, "key-1")).isEqualTo(HOUR);
    }

    @Test
    void eachKeyIsTriedOnceACall() {
        ApiKeyPool pool = pool(4);
        Upstream.keys(4).forEach(key -> upstream.answer(key.getId(), Answer.tooManyFor(Duration.ZERO)));

        assertThatThrownBy(() -> pool.execute(upstream)).isInstanceOf(NoAvailableKeyException.class);

        assertThat(upstream.called()).containsExactly("key-1", "key-2", "key-3", "key-4");
    }

    @Test
    void theLastExceptionIsTheCauseWhenTheKeysRunOut() {
        ApiKeyPool pool = pool(2);
        List<Throwable> thrown = new ArrayList<>();

        Throwable end = catchThrowable(() -> pool.execute(lease -> {
            thrown.add(Answer.thrown(Answer.UNAUTHORIZED));
            throw thrown.get(thrown.size() - 1);
        }));

        assertThat(end).isInstanceOf(NoAvailableKeyException.class).hasCause(thrown.get(1));
        assertThat(SelfRejections.isSelfRejection(end)).isTrue();
    }

    @Test
    void thereIsNoCauseWhenTheLastFailureWasAResult() {
        ApiKeyPool pool = pool(2);

        Throwable end = catchThrowable(() -> pool.execute(lease -> {
            if (lease.keyId().equals("key-1")) {
                throw Answer.thrown(Answer.UNAUTHORIZED);
            }
            return Answer.UNAUTHORIZED;
        }));

        assertThat(end).isInstanceOf(NoAvailableKeyException.class).hasNoCause();
    }

    @ParameterizedTest
    @ValueSource(ints = {200, 302, 400, 404, 408, 409, 422, 425, 500, 501, 502, 503, 504})
    void whatIsNotTheKeysFaultIsTheCallersAsItCame(int status) throws Throwable {
        ApiKeyPool pool = pool(2);
        ResponseView answer = Answer.of(status);

        ResponseView result = pool.execute(lease -> answer);
        assertThat(result).isSameAs(answer);
        Answer.Thrown thrown = Answer.thrown(answer);
        assertThat(catchThrowable(() -> pool.execute(lease -> {
                    throw thrown;
                })))
                .isSameAs(thrown);

        assertThat(pool.snapshot().benchedKeys()).isZero();
    }

    @Test
    void anOverloadedServerPausesTheKeyButDoesNotBenchIt() throws Throwable {
        ApiKeyPool pool = pool(2);
        upstream.answer("key-1", Answer.of(503, "Retry-After", "30"));

        assertThat(pool.execute(upstream).status()).isEqualTo(503);

        assertThat(pool.stats("key-1").orElseThrow().state()).isEqualTo("PAUSED");
        upstream.called();
        for (int i = 0; i < 4; i++) {
            pool.execute(upstream);
        }
        assertThat(upstream.called()).containsOnly("key-2");
    }

    @Test
    void exceptionsNobodyKnowsAndErrorsAreTheCallersAsTheyCame() {
        ApiKeyPool pool = pool(2);
        IOException io = new IOException("reset");
        AssertionError error = new AssertionError("bug");

        assertThat(catchThrowable(() -> pool.execute(lease -> {
                    throw io;
                })))
                .isSameAs(io);
        assertThat(catchThrowable(() -> pool.execute(lease -> {
                    throw error;
                })))
                .isSameAs(error);
        assertThat(pool.snapshot().inFlight()).isZero();
    }

    @Test
    void whatMayNotBeRepeatedIsNotAndTheKeyIsBenchedAllTheSame() throws Throwable {
        ApiKeyPool pool = pool(2);
        upstream.answer("key-1", ResponseView.of(429, Map.of("x-should-retry", List.of("false")), ""));

        assertThat(pool.execute(upstream).status()).isEqualTo(429);

        assertThat(benched(pool, "key-1")).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void aSpentQuotaIsBenchedForAnHourAndAnotherKeyIsTried() throws Throwable {
        ApiKeyPool pool = pool(2);
        upstream.answer("key-1", Answer.PAYMENT_REQUIRED);

        assertThat(pool.execute(upstream).status()).isEqualTo(200);

        assertThat(benched(pool, "key-1")).isEqualTo(HOUR);
        assertThat(pool.stats("key-1").orElseThrow().reason()).isEqualTo("QUOTA_SPENT (402)");
    }

    @Test
    void aSpentQuotaIsBenchedUntilTheAnswerSays() throws Throwable {
        ApiKeyPool pool = pool(2);
        upstream.answer("key-1", Answer.of(402, "Retry-After", "7200"));

        pool.execute(upstream);

        assertThat(benched(pool, "key-1")).isEqualTo(Duration.ofHours(2));
        assertThat(pool.stats("key-1").orElseThrow().reason()).isEqualTo("QUOTA_SPENT (402), Retry-After");
    }

    @Test
    void theOnlyKeyIsBenchedForAMinute() {
        ApiKeyPool pool = pool(1);
        upstream.answer("key-1", Answer.UNAUTHORIZED);

        NoAvailableKeyException end = catchThrowableOfType(NoAvailableKeyException.class, () -> pool.execute(upstream));

        assertThat(end.retryAfter()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void theOnlyKeyIsBenchedForAMinuteByA403Too() {
        ApiKeyPool pool = pool(1);
        upstream.answer("key-1", Answer.FORBIDDEN);

        NoAvailableKeyException end = catchThrowableOfType(NoAvailableKeyException.class, () -> pool.execute(upstream));

        assertThat(end.retryAfter()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void a403OfOneKeyIsItsOwn() throws Throwable {
        ApiKeyPool pool = pool(3);
        upstream.answer("key-1", Answer.FORBIDDEN);

        assertThat(pool.execute(upstream).status()).isEqualTo(200);

        assertThat(benched(pool, "key-1")).isEqualTo(HOUR);
    }

    @Test
    void aSecond403IsTheCallsFaultAndLiftsTheBenchOfTheFirstKey() throws Throwable {
        ApiKeyPool pool = pool(5);
        Upstream.keys(5).forEach(key -> upstream.answer(key.getId(), Answer.FORBIDDEN));
        List<ApiKeyPoolEvent> events = new ArrayList<>();
        pool.events().onEvent(events::add);

        assertThat(pool.execute(upstream)).isSameAs(Answer.FORBIDDEN);

        assertThat(upstream.called()).containsExactly("key-1", "key-2");
        assertThat(pool.snapshot().benchedKeys()).isZero();
        assertThat(events).hasSize(2);
        assertThat(events.get(0))
                .isInstanceOfSatisfying(
                        ApiKeyPoolEvent.Benched.class,
                        event -> assertThat(event.provisional()).isTrue());
        assertThat(events.get(1))
                .isInstanceOfSatisfying(
                        Returned.class, event -> assertThat(event.how()).isEqualTo(Returned.How.NOT_ITS_FAULT));
    }

    @Test
    void aSecond403ThatWasThrownIsTheCallersAsItCame() {
        ApiKeyPool pool = pool(3);
        List<Throwable> thrown = new ArrayList<>();

        Throwable end = catchThrowable(() -> pool.execute(lease -> {
            thrown.add(Answer.thrown(Answer.FORBIDDEN));
            throw thrown.get(thrown.size() - 1);
        }));

        assertThat(end).isSameAs(thrown.get(1));
        assertThat(pool.snapshot().benchedKeys()).isZero();
    }

    /** Of another call that is out with the same key, and ends before the first 403 or between the two. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatLiftsA403LeavesOtherBenchesOfTheKey(boolean before) {
        ApiKeyPool pool = pool(2);
        KeyRotation call = pool.rotation();
        KeyRotation.Attempt first = call.next().join();
        var unused = pool.rotation().next().join();
        KeyRotation.Attempt sameKey = pool.rotation().next().join();
        assertThat(sameKey.keyId()).isEqualTo(first.keyId());

        if (before) {
            sameKey.onResult(Answer.tooManyFor(Duration.ofMinutes(2)));
        }
        assertThat(first.onResult(Answer.FORBIDDEN)).isTrue();
        sameKey.onResult(Answer.tooManyFor(Duration.ofMinutes(2)));
        assertThat(call.next().join().onResult(Answer.FORBIDDEN)).isFalse();

        assertThat(benched(pool, first.keyId())).isEqualTo(Duration.ofMinutes(2));
    }

    @Test
    void a403WithoutASecondKeyToAskCostsAMinute() throws Throwable {
        ApiKeyPool pool = pool(2);
        upstream.answer("key-1", Answer.UNAUTHORIZED);
        pool.execute(upstream);
        upstream.answer("key-2", Answer.FORBIDDEN);

        NoAvailableKeyException end = catchThrowableOfType(NoAvailableKeyException.class, () -> pool.execute(upstream));

        assertThat(benched(pool, "key-2")).isEqualTo(Duration.ofMinutes(1));
        assertThat(end.retryAfter()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void aLateOutcomeMakesABenchLongerAndNeverShorter() throws Throwable {
        ApiKeyPool pool = pool(1);
        List<KeyRotation.Attempt> out = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            out.add(pool.rotation().next().join());
        }

        out.get(0).onResult(Answer.tooManyFor(Duration.ofSeconds(60)));
        out.get(1).onResult(Answer.tooManyFor(Duration.ofSeconds(1)));
        assertThat(benched(pool, "key-1")).isEqualTo(Duration.ofSeconds(60));
        out.get(2).onResult(Answer.OK);
        assertThat(benched(pool, "key-1")).isEqualTo(Duration.ofSeconds(60));
        out.get(3).onResult(Answer.tooManyFor(Duration.ofSeconds(90)));
        assertThat(benched(pool, "key-1")).isEqualTo(Duration.ofSeconds(90));
    }

    @Test
    void blameIsOnTheLeaseNotOnTheKeyOfTheMoment() {
        ApiKeyPool pool = pool(3);
        KeyRotation.Attempt first = pool.rotation().next().join();
        KeyRotation.Attempt second = pool.rotation().next().join();

        first.onResult(Answer.UNAUTHORIZED);
        second.onResult(Answer.OK);

        assertThat(benched(pool, first.keyId())).isEqualTo(HOUR);
        assertThat(benched(pool, second.keyId())).isZero();
    }

    @Test
    void keysOfAGroupShareALimitAndABench() throws Throwable {
        ApiKeyPool pool = pool(List.of(
                ApiKey.of("a", "alpha-secret").withQuotaGroup("account"),
                ApiKey.of("b", "bravo-secret").withQuotaGroup("account"),
                ApiKey.of("c", "charlie-secret")));
        upstream.answer("a", Answer.tooManyFor(Duration.ofSeconds(40)));

        assertThat(pool.execute(upstream).status()).isEqualTo(200);

        assertThat(upstream.called()).containsExactly("a", "c");
        assertThat(benched(pool, "b")).isEqualTo(Duration.ofSeconds(40));
        assertThat(benched(pool, "c")).isZero();
        assertThat(pool.limiter("a")).isEqualTo(pool.limiter("b")).isNotEqualTo(pool.limiter("c"));
    }

    @Test
    void aRejectedKeyOfAGroupIsRejectedAlone() throws Throwable {
        ApiKeyPool pool = pool(List.of(
                ApiKey.of("a", "alpha-secret").withQuotaGroup("account"),
                ApiKey.of("b", "bravo-secret").withQuotaGroup("account")));
        upstream.answer("a", Answer.UNAUTHORIZED);

        assertThat(pool.execute(upstream).status()).isEqualTo(200);

        assertThat(benched(pool, "b")).isZero();
    }

    @Test
    void aBanOnTheCallerBenchesAllKeys() {
        ApiKeyPool pool = pool(3);
        upstream.answer("key-1", Answer.of(418, "Retry-After", "120"));

        NoAvailableKeyException end = catchThrowableOfType(NoAvailableKeyException.class, () -> pool.execute(upstream));

        assertThat(end.retryAfter()).isEqualTo(Duration.ofMinutes(2));
        assertThat(upstream.called()).containsExactly("key-1");
        assertThat(pool.snapshot().benchedKeys()).isEqualTo(3);
    }

    @Test
    void aStageThatIsAResultIsFollowedForTheSakeOfItsKey() throws Throwable {
        ApiKeyPool pool = pool(2);
        CompletableFuture<ResponseView> stage = new CompletableFuture<>();

        CompletableFuture<ResponseView> result = pool.execute(lease -> stage);
        assertThat(result).isSameAs(stage);
        assertThat(pool.snapshot().inFlight()).isOne();
        stage.complete(Answer.UNAUTHORIZED);

        assertThat(pool.snapshot().inFlight()).isZero();
        assertThat(benched(pool, "key-1")).isEqualTo(HOUR);
    }

    /** What HTTP clients give that leave reading to the caller. */
    private static final class OpenAnswer implements ResponseView, AutoCloseable {
        private final ResponseView answer;
        private boolean open = true;

        OpenAnswer(ResponseView answer) {
            this.answer = answer;
        }

        @Override
        public int status() {
            return answer.status();
        }

        @Override
        public List<String> header(String name) {
            return answer.header(name);
        }

        @Override
        public String body() {
            return answer.body();
        }

        @Override
        public void close() throws IOException {
            open = false;
            throw new IOException("broken pipe");
        }
    }

    @Test
    void answersThatNobodyGetsAreClosed() throws Throwable {
        ApiKeyPool pool = pool(3);
        OpenAnswer rejected = new OpenAnswer(Answer.UNAUTHORIZED);
        OpenAnswer limited = new OpenAnswer(Answer.TOO_MANY);
        OpenAnswer accepted = new OpenAnswer(Answer.NOT_FOUND);
        Map<String, OpenAnswer> answers = Map.of("key-1", rejected, "key-2", limited, "key-3", accepted);

        assertThat(pool.<OpenAnswer>execute(lease -> answers.get(lease.keyId())))
                .isSameAs(accepted);

        assertThat(rejected.open).isFalse();
        assertThat(limited.open).isFalse();
        assertThat(accepted.open).isTrue();
    }

    @Test
    void whatIsBenchedForNoTimeDoesNotReturn() throws Throwable {
        ApiKeyPool pool = pool(2);
        List<ApiKeyPoolEvent> events = new ArrayList<>();
        pool.events().onEvent(events::add);
        upstream.answer("key-1", Answer.tooManyFor(Duration.ZERO));

        for (int i = 0; i < 4; i++) {
            pool.execute(upstream);
        }

        assertThat(events).isEmpty();
    }

    @Test
    void aClassifierThatFailsHarmsNoCall() throws Throwable {
        ApiKeyPool pool = time.pool(
                "maps",
                ApiKeyPoolConfig.custom()
                        .outcomeClassifier((result, error) -> {
                            throw new IllegalStateException("bug");
                        })
                        .build(),
                Upstream.keys(1));

        String result = pool.execute(lease -> "fine");
        assertThat(result).isEqualTo("fine");
    }

    @Test
    void theTableShowsUseAndFailures() throws Throwable {
        ApiKeyPool pool = pool(2);
        upstream.answer("key-1", Answer.UNAUTHORIZED).answer("key-2", Answer.NOT_FOUND);

        pool.execute(upstream);
        pool.execute(upstream);

        assertThat(pool.stats())
                .containsExactly(
                        new ApiKeyStats("key-1", "BENCHED", 1, 1, HOUR, "AUTH_REJECTED (401)"),
                        new ApiKeyStats("key-2", "AVAILABLE", 2, 0, Duration.ZERO, ""));
    }
}
