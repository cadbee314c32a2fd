package io.github.resilience4j.adaptive;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.event.Registration;
import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import java.lang.reflect.Method;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/** What users see looks the same in every capability. */
@AnalyzeClasses(packages = ArchitectureTest.BASE, importOptions = ImportOption.DoNotIncludeTests.class)
class PublicSurfaceTest {

    private static final List<Class<?>> CAPABILITIES =
            List.of(AdaptiveRateLimiter.class, Coalescer.class, ApiKeyPool.class, RetryQueue.class);

    @ArchTest
    static final ArchRule nobodyExtendsWhatIsNotMeantForIt = classes()
            .that(areSeen())
            .should(be(
                    "interfaces, enums, records, final or sealed",
                    type -> type.isInterface()
                            || type.getModifiers().contains(JavaModifier.FINAL)
                            || type.isEnum()
                            || type.reflect().isSealed()));

    /** They are made by {@code of} and its like, so that how is ours to change. Whoever tests may want an exception. */
    @ArchTest
    static final ArchRule onlyRecordsAndExceptionsHavePublicConstructors = classes()
            .that(areSeen())
            .should(be(
                    "without public constructors, records and exceptions apart",
                    type -> type.isRecord()
                            || type.isAssignableTo(Throwable.class)
                            || type.getConstructors().stream()
                                    .noneMatch(it -> it.getModifiers().contains(JavaModifier.PUBLIC))));

    @ArchTest
    static void configsAreMadeInOneWay(JavaClasses ours) {
        List<Class<?>> configs = seen(ours, "Config");
        assertThat(configs).hasSizeGreaterThanOrEqualTo(CAPABILITIES.size()).allSatisfy(config -> {
            Class<?> builder = nested(config, "Builder");
            assertThat(config.getMethod("ofDefaults").getReturnType()).isEqualTo(config);
            assertThat(config.getMethod("custom").getReturnType()).isEqualTo(builder);
            assertThat(config.getMethod("from", config).getReturnType()).isEqualTo(builder);
            assertThat(builder.getMethod("build").getReturnType()).isEqualTo(config);
        });
    }

    @ArchTest
    static void capabilitiesHaveTheSameMethods(JavaClasses ours) {
        assertThat(CAPABILITIES).allSatisfy(it -> {
            Class<?> config = Class.forName(it.getName() + "Config");
            List<Class<?>> made = new ArrayList<>(List.of(String.class, config));
            if (it == ApiKeyPool.class) {
                made.add(List.class);
            }
            assertMadeBy(it, made);
            made.add(Map.class);
            assertMadeBy(it, made);
            made.add(LongSupplier.class);
            assertMadeBy(it, made);
            assertThat(it.getMethod("getName").getReturnType()).isEqualTo(String.class);
            assertThat(it.getMethod("getTags").getReturnType()).isEqualTo(Map.class);
            assertThat(it.getMethod("get" + it.getSimpleName() + "Config").getReturnType())
                    .isEqualTo(config);
            assertThat(it.getMethod("snapshot").getReturnType()).isEqualTo(nested(it, "Snapshot"));
            assertThat(it.getMethod("events").getReturnType()).isEqualTo(events(it));
            assertThat(it).isAssignableTo(AutoCloseable.class);
        });
    }

    @ArchTest
    static void registriesHaveTheSameMethods(JavaClasses ours) {
        assertThat(CAPABILITIES).allSatisfy(it -> {
            Class<?> registry = Class.forName(it.getName() + "Registry");
            Class<?> config = Class.forName(it.getName() + "Config");
            assertThat(registry.getMethod("ofDefaults").getReturnType()).isEqualTo(registry);
            assertThat(registry.getMethod("of", config).getReturnType()).isEqualTo(registry);
            assertThat(registry.getMethod("custom").getReturnType()).isEqualTo(nested(registry, "Builder"));
            registry.getMethod("find", String.class);
            registry.getMethod("remove", String.class);
            registry.getMethod("addConfiguration", String.class, config);
            registry.getMethod("getConfiguration", String.class);
            registry.getMethod("removeConfiguration", String.class);
            assertThat(registry.getMethod("getDefaultConfig").getReturnType()).isEqualTo(config);
            assertThat(registry.getMethod("getTags").getReturnType()).isEqualTo(Map.class);
            assertThat(registry.getMethod("events").getReturnType()).isEqualTo(events(registry));
            assertThat(registry).isAssignableTo(AutoCloseable.class);
        });
    }

    /** Every event can be heard by a method that is called like it, and says when it happened. */
    @ArchTest
    static void eventsAreHeardByTheirNames(JavaClasses ours) {
        List<Class<?>> events = seen(ours, "Events");
        assertThat(events).hasSize(2 * CAPABILITIES.size()).allSatisfy(it -> {
            Class<?> event = Class.forName(it.getName().replaceFirst("s$", ""));
            assertThat(event.getMethod("creationTime").getReturnType()).isEqualTo(Instant.class);
            assertHeardBy(it, "onEvent");
            for (Class<?> kind : event.getDeclaredClasses()) {
                if (kind.isRecord()) {
                    assertThat(kind).isAssignableTo(event);
                    assertHeardBy(it, "on" + kind.getSimpleName());
                }
            }
        });
    }

    private static void assertHeardBy(Class<?> events, String method) throws NoSuchMethodException {
        assertThat(events.getMethod(method, Consumer.class).getReturnType()).isEqualTo(Registration.class);
    }

    private static void assertMadeBy(Class<?> capability, List<Class<?>> parameters) throws NoSuchMethodException {
        Method of = capability.getMethod("of", parameters.toArray(Class<?>[]::new));
        assertThat(of.getReturnType()).isEqualTo(capability);
    }

    private static Class<?> events(Class<?> of) throws ClassNotFoundException {
        return Class.forName(of.getPackageName() + ".event." + of.getSimpleName() + "Events");
    }

    private static Class<?> nested(Class<?> type, String name) {
        return Arrays.stream(type.getDeclaredClasses())
                .filter(it -> it.getSimpleName().equals(name))
                .findFirst()
                .orElseThrow(() -> new AssertionError(type + " has no " + name));
    }

    private static List<Class<?>> seen(JavaClasses ours, String ending) {
        return ours.that(areSeen()).stream()
                .filter(it -> it.isTopLevelClass() && it.getSimpleName().endsWith(ending))
                .<Class<?>>map(JavaClass::reflect)
                .toList();
    }

    /** Public, within public types only, and in no package of our own. */
    private static DescribedPredicate<JavaClass> areSeen() {
        return DescribedPredicate.describe("are seen by users", PublicSurfaceTest::isSeen);
    }

    private static boolean isSeen(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && !type.getModifiers().contains(JavaModifier.SYNTHETIC)
                && !(type.getPackageName() + ".").contains(".internal.")
                && type.getEnclosingClass().map(PublicSurfaceTest::isSeen).orElse(true);
    }

    private static ArchCondition<JavaClass> be(String what, Predicate<JavaClass> holds) {
        return new ArchCondition<>("be " + what) {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                if (!holds.test(type)) {
                    events.add(SimpleConditionEvent.violated(type, type.getName() + " is not"));
                }
            }
        };
    }
}
