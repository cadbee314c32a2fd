package io.github.resilience4j.adaptive.spring.aspect;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.aot.hint.predicate.RuntimeHintsPredicates.reflection;

import io.github.resilience4j.adaptive.annotation.AdaptiveRateLimit;
import io.github.resilience4j.adaptive.annotation.Coalesce;
import io.github.resilience4j.adaptive.annotation.CoalesceEvict;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.junit.jupiter.api.Test;
import org.springframework.aot.generate.ClassNameGenerator;
import org.springframework.aot.generate.DefaultGenerationContext;
import org.springframework.aot.generate.InMemoryGeneratedFiles;
import org.springframework.aot.hint.ExecutableHint;
import org.springframework.aot.hint.ExecutableMode;
import org.springframework.aot.hint.MemberCategory;
import org.springframework.aot.hint.RuntimeHints;
import org.springframework.aot.hint.TypeHint;
import org.springframework.beans.factory.aot.BeanRegistrationAotContribution;
import org.springframework.beans.factory.support.DefaultListableBeanFactory;
import org.springframework.beans.factory.support.RegisteredBean;
import org.springframework.beans.factory.support.RootBeanDefinition;
import org.springframework.javapoet.ClassName;

/** What annotations reach by reflection is hinted, for native images. */
class AnnotatedBeansAheadOfTimeTest {

    /** An argument. */
    public record Order(long id, String customer) {}

    /** A result. */
    public record Invoice(long number) {}

    /** A bean that expressions ask. */
    public static class Tenants {
        public String current() {
            return "a";
        }
    }

    /** A class that expressions ask. */
    public static class Keys {
        public static String of(long id) {
            return "k" + id;
        }
    }

    static class Orders {

        @AdaptiveRateLimit(name = "tracker", fallbackMethod = "none")
        public String plain(long id) {
            return "";
        }

        String none(long id, Exception refused) {
            return "";
        }

        String none(RuntimeException refused) {
            return "";
        }

        @Coalesce(name = "#{@tenants.current()}", key = "#order.customer()")
        public String invoiceOf(Order order) {
            return "";
        }

        @CoalesceEvict(name = "invoices", key = "T(" + KEYS + ").of(#result.number())")
        public CompletionStage<Invoice> bill(long id) {
            return CompletableFuture.completedFuture(new Invoice(id));
        }

        public void plainMethod(Order order) {}
    }

    private static final String KEYS =
            "io.github.resilience4j.adaptive.spring.aspect.AnnotatedBeansAheadOfTimeTest$Keys";

    @AdaptiveRateLimit(name = "tracker", fallbackMethod = "instead")
    static class Limited {
        public String call() {
            return "";
        }

        String instead(Exception refused) {
            return "";
        }
    }

    private static RuntimeHints hintsFor(Class<?> type) {
        DefaultListableBeanFactory beans = new DefaultListableBeanFactory();
        beans.registerBeanDefinition("tenants", new RootBeanDefinition(Tenants.class));
        beans.registerBeanDefinition("bean", new RootBeanDefinition(type));
        BeanRegistrationAotContribution contribution =
                new AnnotatedBeansAheadOfTime().processAheadOfTime(RegisteredBean.of(beans, "bean"));
        DefaultGenerationContext generation = new DefaultGenerationContext(
                new ClassNameGenerator(ClassName.get("test", "App")), new InMemoryGeneratedFiles());
        if (contribution != null) {
            contribution.applyTo(generation, null);
        }
        return generation.getRuntimeHints();
    }

    /** Methods that may be invoked, as often as there are of a name. */
    private static List<String> invocable(Class<?> type) {
        TypeHint hint = hintsFor(type).reflection().getTypeHint(type);
        return hint == null
                ? List.of()
                : hint.methods()
                        .filter(it -> it.getMode() == ExecutableMode.INVOKE)
                        .map(ExecutableHint::getName)
                        .toList();
    }

    @Test
    void fallbacksOfAllForms() {
        assertThat(invocable(Orders.class)).containsExactlyInAnyOrder("plain", "none", "none", "invoiceOf", "bill");
    }

    @Test
    void fallbacksOfAClass() {
        assertThat(invocable(Limited.class)).containsExactlyInAnyOrder("call", "instead");
    }

    @Test
    void whatExpressionsAsk() {
        RuntimeHints hints = hintsFor(Orders.class);
        for (Class<?> asked :
                new Class<?>[] {Order.class, Invoice.class, Tenants.class, Keys.class, MethodCall.class}) {
            assertThat(reflection().onType(asked).withMemberCategory(MemberCategory.INVOKE_PUBLIC_METHODS))
                    .as(asked.getSimpleName())
                    .accepts(hints);
        }
    }

    @Test
    void nothingOfBeansWithoutAnnotations() {
        assertThat(hintsFor(Tenants.class).reflection().typeHints()).isEmpty();
    }

    @Test
    void nothingIsAskedWithoutAnExpression() {
        assertThat(reflection().onType(MethodCall.class)).rejects(hintsFor(Limited.class));
    }
}
