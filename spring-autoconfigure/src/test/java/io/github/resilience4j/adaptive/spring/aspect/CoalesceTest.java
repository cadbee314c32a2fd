package io.github.resilience4j.adaptive.spring.aspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.annotation.Coalesce;
import io.github.resilience4j.adaptive.annotation.CoalesceEvict;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.reactivex.rxjava3.core.Maybe;
import io.reactivex.rxjava3.core.Single;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import reactor.core.publisher.Mono;

class CoalesceTest {

    static class Store {

        final AtomicInteger calls = new AtomicInteger();

        @Coalesce(name = "by-arguments", maxAge = "1h")
        public String find(String first, int... rest) {
            return first + calls.incrementAndGet();
        }

        @Coalesce(name = "users", maxAge = "1h")
        public String user(long id) {
            return "user" + calls.incrementAndGet();
        }

        @CoalesceEvict(name = "users", key = "#id")
        public void saveUser(long id) {}

        @CoalesceEvict(name = "users", key = "#id")
        public void failToSaveUser(long id) throws IOException {
            throw new IOException("not saved");
        }

        @CoalesceEvict(name = "users", key = "#result")
        public CompletionStage<Long> saveUserLater(CompletableFuture<Long> id) {
            return id;
        }

        @CoalesceEvict(name = "users", key = "#result")
        public Mono<Long> saveUserReactively(long id) {
            return Mono.just(id);
        }

        @CoalesceEvict(name = "users", key = "#result")
        public Single<Long> saveUserInRx(long id) {
            return Single.just(id);
        }

        @CoalesceEvict(name = "users", all = true)
        @CoalesceEvict(name = "paths", keyPrefix = "/#{#project}/")
        public void saveAll(String project) {}

        @Coalesce(name = "paths", key = "'/' + #project + '/' + #item", maxAge = "1h")
        public String item(String project, String item) {
            return item + calls.incrementAndGet();
        }

        @Coalesce(name = "refreshed", key = "'the key'", maxAge = "PT1H", refreshExpression = "#force")
        public String refreshed(boolean force) {
            return "new" + calls.incrementAndGet();
        }

        @Coalesce(name = "aged", key = "'k'", maxAge = "#maxAge")
        public String aged(Duration maxAge) {
            return "aged" + calls.incrementAndGet();
        }

        @Coalesce(name = "failing")
        public String failing() throws IOException {
            throw new IOException("as it was thrown");
        }

        @Coalesce(name = "nulls", key = "#id")
        public String nullKey(String id) {
            return id;
        }

        @Coalesce(name = "stages", maxAge = "1h")
        public CompletableFuture<String> stage(int id) {
            return CompletableFuture.completedFuture("stage" + calls.incrementAndGet());
        }

        @Coalesce(name = "failing-stages")
        public CompletableFuture<String> failingStage() {
            return CompletableFuture.failedFuture(new IOException("as it was thrown"));
        }

        @Coalesce(name = "monos", maxAge = "1h")
        public Mono<String> mono(int id) {
            return Mono.just("mono" + calls.incrementAndGet());
        }

        @Coalesce(name = "failing-monos")
        public Mono<String> failingMono() {
            return Mono.error(new IOException("as it was thrown"));
        }

        @Coalesce(name = "singles", maxAge = "1h")
        public Single<String> single(int id) {
            return Single.just("single" + calls.incrementAndGet());
        }

        @Coalesce(name = "maybes")
        public Maybe<String> empty() {
            return Maybe.empty();
        }

        @Coalesce(name = "shared", key = "'k'", maxAge = "1h")
        public List<String> list() {
            return List.of();
        }

        @Coalesce(name = "shared", key = "'k'", maxAge = "1h")
        public String text() {
            return "";
        }
    }

    @Coalesce(name = "whole", maxAge = "1h")
    static class Whole {
        public String first() {
            return "first";
        }

        public String second() {
            return "second";
        }

        public void nothing() {}
    }

    @Configuration
    static class Paths {
        @Bean
        CoalescerRegistry coalescers() {
            return CoalescerRegistry.custom()
                    .addConfiguration(
                            "paths",
                            CoalescerConfig.custom()
                                    .keyPath((String key) -> key)
                                    .build())
                    .build();
        }
    }

    @Test
    void equalArgumentsAreTheKeyArraysByTheirElements() {
        with(store -> {
            assertThat(store.find("a", 1, 2)).isEqualTo("a1");
            assertThat(store.find("a", 1, 2)).isEqualTo("a1");
            assertThat(store.find("a", 1, 3)).isEqualTo("a2");
            assertThat(store.find(null, 1)).isEqualTo("null3");
            assertThat(store.find(null, 1)).isEqualTo("null3");
        });
    }

    @Test
    void aKeyThatWasChangedLaterIsStillTheOneThatWasAsked() {
        with(store -> {
            int[] rest = {1};
            assertThat(store.find("a", rest)).isEqualTo("a1");
            rest[0] = 2;
            assertThat(store.find("a", rest)).isEqualTo("a2");
            assertThat(store.find("a", 1)).isEqualTo("a1");
        });
    }

    @Test
    void evictsAfterSuccessByTheOnlyArgument() {
        with(store -> {
            assertThat(store.user(7)).isEqualTo("user1");
            assertThat(store.user(7)).isEqualTo("user1");
            store.saveUser(7);
            assertThat(store.user(7)).isEqualTo("user2");
            assertThatThrownBy(() -> store.failToSaveUser(7)).isInstanceOf(IOException.class);
            assertThat(store.user(7)).isEqualTo("user2");
        });
    }

    @Test
    void evictsWhenAnAsynchronousResultHasCome() {
        with(store -> {
            CompletableFuture<Long> later = new CompletableFuture<>();
            assertThat(store.user(7)).isEqualTo("user1");
            CompletionStage<Long> saved = store.saveUserLater(later);
            assertThat(store.user(7)).isEqualTo("user1");
            later.complete(7L);
            assertThat(saved.toCompletableFuture().join()).isEqualTo(7);
            assertThat(store.user(7)).isEqualTo("user2");
            assertThat(store.saveUserReactively(7).block()).isEqualTo(7);
            assertThat(store.user(7)).isEqualTo("user3");
            assertThat(store.saveUserInRx(7).blockingGet()).isEqualTo(7);
            assertThat(store.user(7)).isEqualTo("user4");
        });
    }

    @Test
    void evictsByPrefixAndMoreThanOne() {
        with(store -> {
            assertThat(store.item("a", "x")).isEqualTo("x1");
            assertThat(store.item("ab", "x")).isEqualTo("x2");
            assertThat(store.user(7)).isEqualTo("user3");
            store.saveAll("a");
            assertThat(store.item("a", "x")).isEqualTo("x4");
            assertThat(store.item("ab", "x")).isEqualTo("x2");
            assertThat(store.user(7)).isEqualTo("user5");
        });
    }

    @Test
    void refreshesWhenAskedTo() {
        with(store -> {
            assertThat(store.refreshed(false)).isEqualTo("new1");
            assertThat(store.refreshed(true)).isEqualTo("new2");
            assertThat(store.refreshed(false)).isEqualTo("new2");
        });
    }

    @Test
    void eachCallerMaySayHowOldAValueMayBe() {
        with(store -> {
            assertThat(store.aged(Duration.ofHours(1))).isEqualTo("aged1");
            assertThat(store.aged(Duration.ofHours(1))).isEqualTo("aged1");
            assertThat(store.aged(Duration.ZERO)).isEqualTo("aged2");
            assertThatThrownBy(() -> store.aged(Duration.ofSeconds(-1))).hasMessageContaining("0 or more is wanted");
        });
    }

    @Test
    void exceptionsComeAsTheyWereThrown() {
        with(store -> {
            assertThatThrownBy(store::failing).isInstanceOf(IOException.class).hasMessage("as it was thrown");
            assertThat(store.failingStage())
                    .failsWithin(Duration.ofSeconds(10))
                    .withThrowableThat()
                    .withCauseInstanceOf(IOException.class);
            assertThatThrownBy(() -> store.failingMono().block()).hasRootCauseInstanceOf(IOException.class);
        });
    }

    @Test
    void aKeyOfNullIsSaid() {
        with(store -> assertThatThrownBy(() -> store.nullKey(null)).hasMessage("key = \"#id\" came out as null"));
    }

    @Test
    void asynchronousResultsAreShared() {
        with(store -> {
            assertThat(store.stage(1).join()).isEqualTo("stage1");
            assertThat(store.stage(1).join()).isEqualTo("stage1");
            assertThat(store.mono(1).block()).isEqualTo("mono2");
            assertThat(store.mono(1).block()).isEqualTo("mono2");
            assertThat(store.single(1).blockingGet()).isEqualTo("single3");
            assertThat(store.single(1).blockingGet()).isEqualTo("single3");
            assertThat(store.empty().isEmpty().blockingGet()).isTrue();
        });
    }

    @Test
    void methodsThatShareKeysButNotResultsAreSaid() {
        with(store -> {
            assertThat(store.list()).isEmpty();
            assertThatThrownBy(store::text).hasMessageContaining("methods of different results share its keys");
        });
    }

    @Test
    void onAClassTheMethodIsPartOfTheKey() {
        AspectApps.with(Whole.class).run(context -> {
            Whole whole = context.getBean(Whole.class);
            assertThat(whole.first()).isEqualTo("first");
            assertThat(whole.second()).isEqualTo("second");
            whole.nothing();
        });
    }

    @FunctionalInterface
    private interface Trial {
        void of(Store store) throws Exception;
    }

    private static void with(Trial trial) {
        AspectApps.with(Store.class, Paths.class).run(context -> trial.of(context.getBean(Store.class)));
    }
}
