package io.github.resilience4j.adaptive.spring.aspect;

import static io.github.resilience4j.adaptive.spring.aspect.AspectApps.limiter;
import static io.github.resilience4j.adaptive.spring.aspect.AspectApps.taken;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.annotation.AdaptiveRateLimit;
import io.github.resilience4j.adaptive.annotation.Coalesce;
import io.github.resilience4j.adaptive.annotation.CoalesceEvict;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import org.aopalliance.intercept.MethodInterceptor;
import org.aspectj.lang.JoinPoint;
import org.aspectj.lang.annotation.AfterReturning;
import org.aspectj.lang.annotation.Aspect;
import org.aspectj.lang.annotation.Before;
import org.junit.jupiter.api.Test;
import org.springframework.aop.Advisor;
import org.springframework.aop.support.DefaultPointcutAdvisor;
import org.springframework.aop.support.annotation.AnnotationMatchingPointcut;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Scope;
import org.springframework.context.annotation.ScopedProxyMode;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;

/** Beans that are not made, called or proxied in the plainest way. */
class OddBeansTest {

    interface Find<T> {
        T find(T id) throws IOException;
    }

    static class Finder implements Find<String> {
        @Override
        @AdaptiveRateLimit(name = "#id", fallbackMethod = "instead")
        public String find(String id) {
            return id;
        }

        // An overload that nobody means.
        public String find(int id) {
            return "int";
        }

        String instead(String id, IOException error) {
            return "";
        }
    }

    interface Client {
        @AdaptiveRateLimit(name = "tracker", permits = 2)
        String get(String path) throws IOException;
    }

    @Configuration
    static class ProxiedClient {
        @Bean
        Client client() {
            return (Client) Proxy.newProxyInstance(
                    Client.class.getClassLoader(), new Class<?>[] {Client.class}, (proxy, method, arguments) -> {
                        if (method.getName().equals("get")) {
                            throw new IOException((String) arguments[0]);
                        }
                        return method.invoke(this, arguments);
                    });
        }
    }

    @Scope(value = "prototype", proxyMode = ScopedProxyMode.TARGET_CLASS)
    static class Scoped {
        @AdaptiveRateLimit(name = "tracker")
        public void call() {}
    }

    static class Chained {
        @AdaptiveRateLimit(name = "tracker", fallbackMethod = "second")
        public String first() {
            throw new IllegalStateException();
        }

        @AdaptiveRateLimit(name = "tracker", permits = 3, fallbackMethod = "third")
        public String second(Exception error) {
            throw new IllegalArgumentException();
        }

        String third(Exception first, Exception second) {
            return first.getClass().getSimpleName() + second.getClass().getSimpleName();
        }
    }

    static class Coalescing {
        @Coalesce(name = "inner-aspects")
        public String shared(int id) {
            return "shared" + id;
        }
    }

    @Aspect
    static class Inner {

        static final AtomicInteger SEEN = new AtomicInteger();

        @Before("execution(* *..Coalescing.shared(..))")
        public void before(JoinPoint point) {
            SEEN.addAndGet((Integer) point.getArgs()[0]);
        }
    }

    @Configuration(proxyBeanMethods = false)
    @EnableAsync
    static class WithoutHands {

        /** Runs nothing by itself. */
        @Bean
        Tasks taskExecutor() {
            return new Tasks();
        }
    }

    static class Tasks implements Executor {

        final Queue<Runnable> waiting = new ArrayDeque<>();

        @Override
        public void execute(Runnable task) {
            waiting.add(task);
        }
    }

    static class Asynchronous {

        @Async
        @AdaptiveRateLimit(name = "tracker")
        public CompletableFuture<String> call() {
            return CompletableFuture.completedFuture("called");
        }
    }

    /** Public, for SpEL. */
    public static class Journal {

        final List<String> notes = new ArrayList<>();

        public String note(String what) {
            notes.add(what);
            return what;
        }
    }

    static class Writing {

        private final Journal journal;

        Writing(Journal journal) {
            this.journal = journal;
        }

        @CoalesceEvict(name = "written", key = "@journal.note('evict')")
        public void write() {
            journal.note("write");
        }
    }

    /** Of the order that Spring's transactions have. */
    @Aspect
    static class Transactions {

        private final Journal journal;

        Transactions(Journal journal) {
            this.journal = journal;
        }

        @AfterReturning("execution(* *..Writing.write(..))")
        public void commit() {
            journal.note("commit");
        }
    }

    /** Public, as a class loader of a test sees no others. */
    public static class Simple {
        @AdaptiveRateLimit(name = "tracker")
        public String call() {
            return "called";
        }
    }

    @Test
    void bridgesOfGenericsAreOneMethod() {
        AspectApps.with(Finder.class).run(context -> {
            @SuppressWarnings("unchecked")
            Find<String> find = context.getBean(Find.class);
            assertThat(find.find("tracker")).isEqualTo("tracker");
            assertThat(taken(context)).isEqualTo(1);
            assertThat(context.getBean(Finder.class).find(1)).isEqualTo("int");
            assertThat(taken(context)).isEqualTo(1);
        });
    }

    @Test
    void proxiesThatSomebodyElseMadeAreLimitedAndThrowWhatTheyDeclare() {
        AspectApps.with(ProxiedClient.class).run(context -> {
            assertThatThrownBy(() -> context.getBean(Client.class).get("declared"))
                    .isInstanceOf(IOException.class)
                    .hasMessage("declared");
            assertThat(taken(context)).isEqualTo(2);
        });
    }

    @Test
    void aScopedBeanTakesItsPermitsOnce() {
        AspectApps.with(Scoped.class).run(context -> {
            context.getBean(Scoped.class).call();
            assertThat(taken(context)).isEqualTo(1);
        });
    }

    @Test
    void annotationsOfAFallbackAreObeyedToo() {
        AspectApps.with(Chained.class).run(context -> {
            assertThat(context.getBean(Chained.class).first())
                    .isEqualTo("IllegalStateExceptionIllegalArgumentException");
            assertThat(taken(context)).isEqualTo(4);
        });
    }

    @Test
    void aspectsInsideFindTheirJoinPointOnAnotherThread() {
        AspectApps.with(Coalescing.class, Inner.class).run(context -> {
            int before = Inner.SEEN.get();
            assertThat(context.getBean(Coalescing.class).shared(7)).isEqualTo("shared7");
            assertThat(Inner.SEEN.get() - before).isEqualTo(7);
        });
    }

    @Test
    void asyncIsOutsideOfEverything() {
        AspectApps.with(Asynchronous.class, WithoutHands.class).run(context -> {
            CompletableFuture<String> called =
                    context.getBean(Asynchronous.class).call();
            assertThat(taken(context)).isZero();

            context.getBean(Tasks.class).waiting.remove().run();
            assertThat(called.join()).isEqualTo("called");
            assertThat(taken(context)).isEqualTo(1);
        });
    }

    @Test
    void anEvictionComesAfterWhatAspectsOfTheOrderOfTransactionsDo() {
        AspectApps.with(Writing.class, Transactions.class)
                .withBean("journal", Journal.class)
                .run(context -> {
                    context.getBean(CoalescerRegistry.class).coalescer("written");
                    context.getBean(Writing.class).write();
                    assertThat(context.getBean(Journal.class).notes).containsExactly("write", "commit", "evict");
                });
    }

    @Test
    void worksWithoutAspectJ() {
        AspectApps.with(Simple.class)
                .withClassLoader(new FilteredClassLoader("org.aspectj"))
                .run(context -> {
                    assertThat(context.getBean(Simple.class).call()).isEqualTo("called");
                    assertThat(taken(context)).isEqualTo(1);
                });
    }

    @Test
    void worksWithSpringsOwnProxiesSwitchedOff() {
        AspectApps.with(Simple.class)
                .withPropertyValues("spring.aop.auto=false")
                .run(context -> {
                    context.getBean(Simple.class).call();
                    assertThat(taken(context)).isEqualTo(1);
                });
    }

    @Test
    void anOrderThatMakesRetriesPassTheLimiterByIsComplainedOf() {
        AspectApps.besideResilience4j(Simple.class)
                .run(context -> assertThat(complaints(context)).isEmpty());
        AspectApps.besideResilience4j(Simple.class)
                .withPropertyValues("resilience4j.retry.retry-aspect-order=2147483645")
                .run(context -> assertThat(complaints(context))
                        .singleElement()
                        .asString()
                        .contains("@Retry (order 2147483645) is inside of @AdaptiveRateLimit (order 2147483644)"));
        AspectApps.besideResilience4j(Simple.class)
                .withPropertyValues("resilience4j.adaptive.annotations.coalesce.aspect-order=2147483642")
                .run(context -> assertThat(complaints(context))
                        .singleElement()
                        .asString()
                        .contains("@Retry (order 2147483642) is outside of @Coalesce (order 2147483642)"));
    }

    @Test
    void anOrderThatPutsTheBreakerInTheWrongPlaceIsComplainedOfToo() {
        AspectApps.besideResilience4j(Simple.class)
                .withPropertyValues("resilience4j.circuitbreaker.circuit-breaker-aspect-order=2147483645")
                .run(context -> assertThat(complaints(context))
                        .singleElement()
                        .asString()
                        .contains("@CircuitBreaker (order 2147483645) is inside of @AdaptiveRateLimit")
                        .contains("resilience4j.circuitbreaker.circuit-breaker-aspect-order"));
        AspectApps.besideResilience4j(Simple.class)
                .withPropertyValues("resilience4j.adaptive.annotations.coalesce.aspect-order=2147483644")
                .run(context -> assertThat(complaints(context))
                        .hasSize(2)
                        .anySatisfy(it ->
                                assertThat(it).contains("@CircuitBreaker (order 2147483643) is outside of @Coalesce")));
    }

    /** As a bean of the name of ours. */
    @Test
    void whatObeysAnAnnotationCanBeReplaced() {
        List<String> seen = new ArrayList<>();
        DefaultPointcutAdvisor own = new DefaultPointcutAdvisor(
                AnnotationMatchingPointcut.forMethodAnnotation(AdaptiveRateLimit.class),
                (MethodInterceptor) invocation -> {
                    seen.add(invocation.getMethod().getName());
                    return invocation.proceed();
                });
        AspectApps.with(Simple.class)
                .withBean("adaptiveRateLimitAdvisor", Advisor.class, () -> own)
                .run(context -> {
                    context.getBean(Simple.class).call();
                    assertThat(seen).containsExactly("call");
                    assertThat(taken(context)).isZero();
                });
    }

    private static List<String> complaints(ApplicationContext context) {
        return context.getBean(OrderCheck.class).complaints();
    }

    @Test
    void theOrderOfOursCanBeChanged() {
        AspectApps.with(Simple.class)
                .withPropertyValues("resilience4j.adaptive.annotations.adaptive-rate-limit.aspect-order=17")
                .run(context -> assertThat(context.getBean("adaptiveRateLimitAdvisor", AnnotationAdvisor.class)
                                .getOrder())
                        .isEqualTo(17));
    }

    @Test
    void aClosedApplicationRefuses() {
        AspectApps.with(Simple.class).run(context -> {
            limiter(context, "tracker").close();
            assertThatThrownBy(() -> context.getBean(Simple.class).call())
                    .isInstanceOf(io.github.resilience4j.ratelimiter.RequestNotPermitted.class);
        });
    }
}
