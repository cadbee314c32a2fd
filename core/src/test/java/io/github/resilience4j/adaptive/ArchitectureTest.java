package io.github.resilience4j.adaptive;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.belongToAnyOf;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.Architectures.LayeredArchitecture;
import io.github.resilience4j.adaptive.outcome.SelfRejection;
import io.github.resilience4j.adaptive.outcome.SelfRejections;
import java.io.IOException;
import java.lang.module.ModuleFinder;
import java.lang.module.ModuleReader;
import java.lang.reflect.Modifier;
import java.time.Clock;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.NullMarked;

/** The house rules that a machine can hold. docs/architecture.md draws the picture. */
@ArchTag("slow")
@AnalyzeClasses(packages = ArchitectureTest.BASE, importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    static final String BASE = "io.github.resilience4j.adaptive";

    /** From the top to the bottom: a capability may use what stands beside it, and nothing else of ours. */
    private static final Map<String, List<String>> ARROWS = new LinkedHashMap<>();

    static {
        List<String> everyCapability = List.of(
                "keypool", "queue", "retry", "ratelimiter", "coalesce", "budget", "outcome", "event", "internal");
        ARROWS.put("annotation", List.of());
        ARROWS.put("client", everyCapability);
        ARROWS.put("micrometer", everyCapability);
        ARROWS.put("reactor", everyCapability);
        ARROWS.put("rxjava3", everyCapability);
        ARROWS.put("vavr", everyCapability);
        ARROWS.put("keypool", List.of("ratelimiter", "outcome", "event", "internal"));
        ARROWS.put("queue", List.of("outcome", "event", "internal"));
        ARROWS.put("retry", List.of("outcome", "internal"));
        ARROWS.put("ratelimiter", List.of("outcome", "budget", "event", "internal"));
        // Of outcome only SelfRejection: a full coalescer says no on our own side.
        ARROWS.put("coalesce", List.of("outcome", "event", "internal"));
        ARROWS.put("budget", List.of("event"));
        ARROWS.put("outcome", List.of());
        ARROWS.put("event", List.of());
        ARROWS.put("internal", List.of("event"));
    }

    @ArchTest
    static final ArchRule arrowsPointDownwards = arrows();

    @ArchTest
    static final ArchRule coalesceUsesOfOutcomeOnlySelfRejection = noClasses()
            .that()
            .resideInAPackage(packageOf("coalesce"))
            .should()
            .dependOnClassesThat(resideInAPackage(packageOf("outcome"))
                    .and(DescribedPredicate.not(belongToAnyOf(SelfRejection.class, SelfRejections.class))));

    @ArchTest
    static final ArchRule everyClassBelongsToACapability = classes()
            .should()
            .resideInAnyPackage(
                    ARROWS.keySet().stream().map(ArchitectureTest::packageOf).toArray(String[]::new));

    @ArchTest
    static final ArchRule internalsStayInsideTheirCapability = classes()
            .that()
            .resideInAPackage("..internal..")
            .should(new ArchCondition<>("be used from their own capability only") {
                @Override
                public void check(JavaClass internal, ConditionEvents events) {
                    String capability = internal.getPackageName().replaceFirst("\\.internal.*", "");
                    internal.getDirectDependenciesToSelf().stream()
                            .filter(use -> !isWithin(capability, use.getOriginClass()))
                            .forEach(use -> events.add(SimpleConditionEvent.violated(use, use.getDescription())));
                }
            });

    @ArchTest
    static final ArchRule pureCapabilitiesHaveNoThreads = noClasses()
            .that(arePure())
            .should()
            .dependOnClassesThat(resideInAPackage("java.util.concurrent.locks..")
                    .or(belongToAnyOf(Thread.class))
                    .or(are(DescribedPredicate.describe(
                            "threads, executors or synchronizers",
                            type -> type.getPackageName().equals("java.util.concurrent")
                                    && type.getSimpleName()
                                            .matches(".*Executor.*|ForkJoin.*|Thread.*|Semaphore|CountDownLatch"
                                                    + "|CyclicBarrier|Phaser|Exchanger|.*Blocking.*")))));

    @ArchTest
    static final ArchRule pureCapabilitiesHaveNoClockOfTheirOwn = noClasses()
            .that(arePure())
            .should()
            .callMethod(System.class, "nanoTime")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .orShould()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(Clock.class, "systemUTC")
            .orShould()
            .callMethod(Clock.class, "systemDefaultZone");

    @ArchTest
    static final ArchRule pureCapabilitiesDoNotLog =
            noClasses().that(arePure()).should().dependOnClassesThat().resideInAPackage("org.slf4j..");

    /** A synchronized method pins a virtual thread to its carrier before JDK 24, and locks on a public monitor. */
    @ArchTest
    static final ArchRule nothingIsSynchronized = methods().should().notHaveModifier(JavaModifier.SYNCHRONIZED);

    @ArchTest
    static final ArchRule nobodySleeps = noClasses()
            .should()
            .callMethod(Thread.class, "sleep", long.class)
            .orShould()
            .callMethod(Thread.class, "sleep", long.class, int.class);

    /** Covers {@code Throwable.printStackTrace} too. */
    @ArchTest
    static final ArchRule nobodyPrints = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    @ArchTest
    static final ArchRule nobodyUsesJavaUtilLogging = NO_CLASSES_SHOULD_USE_JAVA_UTIL_LOGGING;

    @ArchTest
    static void everyPackageIsNullMarked(JavaClasses ours) {
        assertThat(ours.stream().map(JavaClass::getPackage).distinct())
                .allSatisfy(it -> assertThat(it.isAnnotatedWith(NullMarked.class))
                        .as("%s has a package-info with @NullMarked", it.getName())
                        .isTrue());
    }

    /** Whoever imports a type of ours beside theirs must never need a qualified name. */
    @ArchTest
    static void publicNamesAreOurOwn(JavaClasses ours) throws IOException {
        Set<String> taken = new TreeSet<>(
                publicTypesOfTheJdk(Set.of("java.util", "java.util.concurrent", "java.util.function", "java.time")));
        taken.addAll(publicTopLevelTypes(new ClassFileImporter()
                .importPackages("io.github.resilience4j")
                .that(are(DescribedPredicate.describe("theirs", type -> !isWithin(BASE, type))))));
        assertThat(taken).contains("RateLimiter", "Decorators", "List", "Future", "Supplier", "Duration");

        assertThat(publicTopLevelTypes(ours)).doesNotContainAnyElementsOf(taken);
    }

    private static Set<String> publicTopLevelTypes(Iterable<JavaClass> types) {
        Set<String> names = new TreeSet<>();
        for (JavaClass type : types) {
            if (type.isTopLevelClass() && type.getModifiers().contains(JavaModifier.PUBLIC)) {
                names.add(type.getSimpleName());
            }
        }
        return names;
    }

    private static Set<String> publicTypesOfTheJdk(Set<String> packages) throws IOException {
        try (ModuleReader javaBase =
                        ModuleFinder.ofSystem().find("java.base").orElseThrow().open();
                Stream<String> resources = javaBase.list()) {
            return resources
                    .filter(it -> it.endsWith(".class") && !it.contains("$") && !it.contains("-info"))
                    .map(it -> it.substring(0, it.length() - ".class".length()).replace('/', '.'))
                    .filter(it -> packages.contains(it.substring(0, Math.max(0, it.lastIndexOf('.')))))
                    .map(ArchitectureTest::load)
                    .filter(it -> Modifier.isPublic(it.getModifiers()))
                    .map(Class::getSimpleName)
                    .collect(Collectors.toSet());
        }
    }

    private static Class<?> load(String name) {
        try {
            return Class.forName(name, false, null);
        } catch (ClassNotFoundException e) {
            throw new AssertionError(e);
        }
    }

    private static DescribedPredicate<JavaClass> arePure() {
        return are(resideInAnyPackage(packageOf("outcome"), packageOf("budget")))
                .and(DescribedPredicate.not(resideInAPackage("..internal..")))
                .as("outcome or budget, internals apart,");
    }

    private static boolean isWithin(String packageName, JavaClass type) {
        return (type.getPackageName() + ".").startsWith(packageName + ".");
    }

    private static String packageOf(String capability) {
        return BASE + "." + capability + "..";
    }

    /** Capabilities that do not exist yet are no error. */
    private static ArchRule arrows() {
        LayeredArchitecture layers = layeredArchitecture().consideringOnlyDependenciesInLayers();
        for (String capability : ARROWS.keySet()) {
            layers = layers.optionalLayer(capability).definedBy(packageOf(capability));
        }
        for (Map.Entry<String, List<String>> arrow : ARROWS.entrySet()) {
            LayeredArchitecture.LayerDependencySpecification capability = layers.whereLayer(arrow.getKey());
            layers = arrow.getValue().isEmpty()
                    ? capability.mayNotAccessAnyLayer()
                    : capability.mayOnlyAccessLayers(arrow.getValue().toArray(String[]::new));
        }
        return layers;
    }
}
