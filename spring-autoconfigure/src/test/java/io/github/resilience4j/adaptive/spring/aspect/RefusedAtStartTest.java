package io.github.resilience4j.adaptive.spring.aspect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.annotation.AdaptiveRateLimit;
import io.github.resilience4j.adaptive.annotation.Coalesce;
import io.github.resilience4j.adaptive.annotation.CoalesceEvict;
import io.reactivex.rxjava3.core.Completable;
import io.reactivex.rxjava3.subjects.PublishSubject;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Lazy;
import org.springframework.context.annotation.Scope;
import reactor.core.publisher.ConnectableFlux;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

/** What cannot work is said when the application starts, with the method's name, and not by its first call. */
class RefusedAtStartTest {

    static class NoFallback {
        @AdaptiveRateLimit(name = "x", fallbackMethod = "missing")
        public String find(int id) {
            return "";
        }
    }

    static class FallbackReturnsOther {
        @AdaptiveRateLimit(name = "x", fallbackMethod = "instead")
        public String find(int id) {
            return "";
        }

        Integer instead(int id, Throwable error) {
            return 1;
        }
    }

    static class FallbackTakesOther {
        @Coalesce(name = "x", fallbackMethod = "instead")
        public String find(int id) {
            return "";
        }

        String instead(String id, Throwable error) {
            return "";
        }

        String instead(int id) {
            return "";
        }
    }

    static class ReturnsFuture {
        @AdaptiveRateLimit(name = "x")
        public Future<String> find() {
            return CompletableFuture.completedFuture("");
        }
    }

    static class ReturnsStream {
        @AdaptiveRateLimit(name = "x")
        public Stream<String> find() {
            return Stream.of();
        }
    }

    static class ReturnsIterator {
        @AdaptiveRateLimit(name = "x")
        public Iterator<String> find() {
            return List.<String>of().iterator();
        }
    }

    static class ReturnsSubject {
        @AdaptiveRateLimit(name = "x")
        public PublishSubject<String> find() {
            return PublishSubject.create();
        }
    }

    static class ReturnsConnectable {
        @AdaptiveRateLimit(name = "x")
        public ConnectableFlux<String> find() {
            return Flux.<String>empty().publish();
        }
    }

    static class EvictsStream {
        @CoalesceEvict(name = "x", all = true)
        public Stream<String> find() {
            return Stream.of();
        }
    }

    static class CoalescesNothing {
        @Coalesce(name = "x")
        public void find() {}
    }

    static class CoalescesEmptyMono {
        @Coalesce(name = "x")
        public Mono<Void> find() {
            return Mono.empty();
        }
    }

    static class CoalescesCompletable {
        @Coalesce(name = "x")
        public Completable find() {
            return Completable.complete();
        }
    }

    static class CoalescesFlux {
        @Coalesce(name = "x")
        public Flux<String> find() {
            return Flux.empty();
        }
    }

    static class CoalescesWhatIsUsedUp {
        @Coalesce(name = "x")
        public CompletableFuture<InputStream> find() {
            return CompletableFuture.completedFuture(new ByteArrayInputStream(new byte[0]));
        }
    }

    static class SharedArguments {
        @Coalesce(name = "x")
        public String byId(int id) {
            return "";
        }

        @Coalesce(name = "x")
        public String byOrder(int order) {
            return "";
        }
    }

    static class NoSuchParameter {
        @Coalesce(name = "x", key = "#idd")
        public String find(int id) {
            return "";
        }
    }

    static class ForgottenHash {
        @Coalesce(name = "x", key = "id")
        public String find(int id) {
            return "";
        }
    }

    static class Unparsable {
        @AdaptiveRateLimit(name = "#{#id +}")
        public String find(int id) {
            return "";
        }
    }

    static class NoSuchProperty {
        @AdaptiveRateLimit(name = "${no.such.property}")
        public String find(int id) {
            return "";
        }
    }

    static class Blank {
        @AdaptiveRateLimit(name = " ")
        public String find() {
            return "";
        }
    }

    static class NoPermits {
        @AdaptiveRateLimit(name = "x", permits = 0)
        public String find() {
            return "";
        }
    }

    static class PermitsTwice {
        @AdaptiveRateLimit(name = "x", permits = 2, permitsExpression = "3")
        public String find() {
            return "";
        }
    }

    static class NoDuration {
        @Coalesce(name = "x", maxAge = "soon")
        public String find() {
            return "";
        }
    }

    static class NegativeDuration {
        @Coalesce(name = "x", maxAge = "-1s")
        public String find() {
            return "";
        }
    }

    static class EvictsNothing {
        @CoalesceEvict(name = "x")
        public void save() {}
    }

    static class EvictsTwice {
        @CoalesceEvict(name = "x", key = "1", all = true)
        public void save() {}
    }

    static class EvictsWithoutPaths {
        @CoalesceEvict(name = "x", keyPrefix = "/a/")
        public void save() {}
    }

    static class OnPrivate {
        @SuppressWarnings("UnusedMethod") // refused before anybody could call it
        @AdaptiveRateLimit(name = "x")
        private void find() {}
    }

    static class OnStatic {
        @AdaptiveRateLimit(name = "x")
        public static void find() {}
    }

    static class OnFinal {
        @AdaptiveRateLimit(name = "x")
        public final void find() {}
    }

    @Configuration
    static class Later {
        @Bean
        @Lazy
        NoFallback lazy() {
            return new NoFallback();
        }
    }

    @Configuration
    static class Often {
        @Bean
        @Scope("prototype")
        NoFallback prototype() {
            return new NoFallback();
        }
    }

    static Stream<Arguments> refused() {
        String noFallback = "fallbackMethod \"missing\" must be a method of .*NoFallback like "
                + "\"String missing\\(int, Throwable\\)\" or \"String missing\\(Throwable\\)\".*none of that name";
        return Stream.of(
                Arguments.of(NoFallback.class, noFallback),
                Arguments.of(Later.class, noFallback),
                Arguments.of(Often.class, noFallback),
                Arguments.of(FallbackReturnsOther.class, "only \"Integer instead\\(int, Throwable\\)\""),
                Arguments.of(FallbackTakesOther.class, "only .*\"String instead\\(String, Throwable\\)\""),
                Arguments.of(ReturnsFuture.class, "returns java.util.concurrent.Future"),
                Arguments.of(ReturnsStream.class, "returns java.util.stream.Stream"),
                Arguments.of(ReturnsIterator.class, "returns java.util.Iterator"),
                Arguments.of(ReturnsSubject.class, "returns .*PublishSubject"),
                Arguments.of(ReturnsConnectable.class, "returns .*ConnectableFlux"),
                Arguments.of(EvictsStream.class, "returns java.util.stream.Stream"),
                Arguments.of(CoalescesNothing.class, "returns nothing"),
                Arguments.of(CoalescesEmptyMono.class, "returns nothing"),
                Arguments.of(CoalescesCompletable.class, "returns nothing"),
                Arguments.of(CoalescesFlux.class, "returns a stream"),
                Arguments.of(CoalescesWhatIsUsedUp.class, "returns java.io.InputStream"),
                Arguments.of(SharedArguments.class, "shares the coalescer \"x\""),
                Arguments.of(NoSuchParameter.class, "there is no #idd, only .*#id"),
                Arguments.of(ForgottenHash.class, "\"id\" stands for nothing; a parameter is written #id"),
                Arguments.of(Unparsable.class, "name = .* is no use"),
                Arguments.of(NoSuchProperty.class, "no.such.property"),
                Arguments.of(Blank.class, "name is blank"),
                Arguments.of(NoPermits.class, "permits = 0 must be at least 1"),
                Arguments.of(PermitsTwice.class, "both permits and permitsExpression"),
                Arguments.of(NoDuration.class, "maxAge = \"soon\" came out as soon; a duration is wanted"),
                Arguments.of(NegativeDuration.class, "maxAge = \"-1s\".*0 or more"),
                Arguments.of(EvictsNothing.class, "exactly one of key, keyPrefix and all"),
                Arguments.of(EvictsTwice.class, "exactly one of key, keyPrefix and all"),
                Arguments.of(EvictsWithoutPaths.class, "no keyPath"),
                Arguments.of(OnPrivate.class, "is private, so no proxy sees"),
                Arguments.of(OnStatic.class, "is static, so no proxy sees"),
                Arguments.of(OnFinal.class, "is final, so no proxy sees"));
    }

    @ParameterizedTest
    @MethodSource("refused")
    void theStartFailsAndSaysWhy(Class<?> bean, String reason) {
        AspectApps.with(bean)
                .run(context -> assertThat(messages(context.getStartupFailure()))
                        .containsPattern("@(AdaptiveRateLimit|Coalesce|CoalesceEvict)\\b.*" + reason));
    }

    private static String messages(Throwable failure) {
        StringBuilder all = new StringBuilder();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            all.append(cause.getMessage()).append('\n');
        }
        return all.toString();
    }
}
