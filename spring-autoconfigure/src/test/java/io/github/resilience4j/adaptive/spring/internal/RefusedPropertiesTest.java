package io.github.resilience4j.adaptive.spring.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.spring.Apps;
import io.github.resilience4j.adaptive.spring.FailedStarts;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginTrackedValue;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** Case L15: the start fails and names property, value, range and place. */
class RefusedPropertiesTest {

    private static final String LIMITER = "resilience4j.adaptive.ratelimiter.";
    private static final String COALESCER = "resilience4j.adaptive.coalescer.";

    private static final String KEY = "resilience4j.adaptive.keypool.instances.api.keys.";

    private static String refusalOf(String... properties) {
        return FailedStarts.analysis(Apps.alone().withPropertyValues(properties))
                .getDescription();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ratelimiter | limit-for-period     | 20s               | a whole number without a unit
            ratelimiter | limit-for-period     | 4.5               | a whole number without a unit
            ratelimiter | limit-for-period     | many              | a whole number without a unit
            ratelimiter | limit-for-period     | 99999999999       | at most 2147483647
            ratelimiter | limit-for-period     | 0                 | at least 1
            ratelimiter | limit-for-period     | -5                | at least 1
            ratelimiter | timeout-duration     | abc               | a duration like 500ms, 20s
            ratelimiter | timeout-duration     | -1s               | 0 or more
            ratelimiter | timeout-duration     | 106752d           | at most PT2562047H
            ratelimiter | timeout-duration     | 999999999999999d  | a duration like
            ratelimiter | limit-refresh-period | 0                 | above 0
            ratelimiter | recovery-duration    | 0s                | above 0
            ratelimiter | burst                | NaN               | 1 to 2147483647
            ratelimiter | burst                | Infinity          | 1 to 2147483647
            ratelimiter | burst                | 1e400             | 1 to 2147483647
            ratelimiter | burst                | 0.5               | 1 to 2147483647
            ratelimiter | burst                | ten               | a number like 0.5
            ratelimiter | min-limit-for-period | NaN               | at least
            ratelimiter | min-limit-for-period | 1000              | at most limitForPeriod 40
            ratelimiter | unit-of-work         | 41                | no more than limitForPeriod 40
            ratelimiter | decrease-factor      | 1                 | above 0 and below 1
            ratelimiter | decrease-factor      | NaN               | above 0 and below 1
            ratelimiter | background-reserve   | 1.0               | 0 or more and below 1
            ratelimiter | max-pause            | 10ms              | no shorter than defaultPause
            ratelimiter | max-in-flight        | -1                | at least 0
            ratelimiter | recovery             | quick             | one of adaptive, linear
            ratelimiter | observe-only         | perhaps           | true or false
            ratelimiter | shared-budget        | none              | no bean of that name
            ratelimiter | state-store          | none              | no bean of that name
            ratelimiter | shared-budget-version | -1               | 0 or more
            ratelimiter | shared-budget-group-share | 2            | above 0 and at most 1
            ratelimiter | additional-limits[0].permits | 0         | 1 to 100000000
            ratelimiter | event-consumer-buffer-size | 0           | at least 1
            coalescer   | max-age              | -1ms              | 0 or more
            coalescer   | max-age              | soon              | a duration like
            coalescer   | maximum-size         | -1                | at least 0
            coalescer   | maximum-size         | 10MB              | a whole number without a unit
            coalescer   | max-in-flight        | 0                 | at least 1
            coalescer   | max-flight-age       | 0                 | above 0
            coalescer   | null-policy          | maybe             | one of
            keypool     | auth-bench           | 0                 | above 0
            keypool     | only-key-bench       | -1s               | above 0
            keypool     | throttle-bench       | later             | a duration like
            keypool     | quota-bench          | 106752d           | at most PT2562047H
            keypool     | max-bench            | 0s                | above 0
            keypool     | ping-interval        | 0                 | above 0
            keypool     | ping-jitter          | 1.5               | 0 to 1
            keypool     | ping-jitter          | NaN               | 0 to 1
            keypool     | on-all-benched       | cry               | one of fail, wait, least_recent
            keypool     | wait-up-to           | 5s                | nobody waits
            keypool     | limiter-config       | none              | no config of that name
            keypool     | bench-store          | none              | no bean of that name
            keypool     | keys.b.weight        | 101               | 1 to 100
            keypool     | keys.b.weight        | heavy             | a whole number without a unit
            keypool     | keys.b.secret-supplier | none            | no bean of that name
            queue       | workers              | 0                 | 1 to 10000
            queue       | capacity             | 0                 | at least 1
            queue       | max-attempts         | five              | a whole number without a unit
            queue       | refusal-delay        | 0s                | above 0
            queue       | max-delay            | 0                 | above 0
            queue       | lease                | 99ms              | no shorter than PT0.1S
            queue       | poll-interval        | 0                 | above 0
            queue       | close-timeout        | -1s               | 0 or more
            queue       | store                | none              | no bean of that name
            queue       | store                | jdbc              | it needs resilience4j-adaptive-jdbc
            queue       | codec                | none              | no bean of that name
            queue       | handler              | none              | no bean of that name
            queue       | limiter              | none              | no limiter of that name
            queue       | key-pool             | none              | no pool of that name
            """)
    void namesPropertyValueAndRange(String capability, String setting, String value, String range) {
        String property = "resilience4j.adaptive." + capability + ".instances.api." + setting;
        String period = LIMITER + "instances.api.additional-limits[0].period=1s";

        String refusal = setting.startsWith("additional-limits")
                ? refusalOf(property + "=" + value, period)
                : refusalOf(
                        property + "=" + value,
                        setting.equals("keys.b.weight") ? KEY + "b.secret=x" : KEY + "a.secret=y");

        assertThat(refusal).contains("Property: " + property, "\"" + value + "\"", range, "Origin: ", "Meaning: ");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            actuator.max-keys         | -1      | at least 0
            actuator.events.size      | 10001   | 0 to 10000
            actuator.history.size     | -1      | 0 to 100000
            actuator.history.interval | 99ms    | 100ms to 1d
            health.paused             | sick    | one of up, down, out_of_service, unknown
            """)
    void namesSettingsOfTheEndpointAndOfHealth(String setting, String value, String range) {
        String property = "resilience4j.adaptive." + setting;

        assertThat(refusalOf(property + "=" + value))
                .contains("Property: " + property, "\"" + value + "\"", range, "Origin: ", "Meaning: ");
    }

    @Test
    void namesTheLineOfTheFile() {
        Origin line = new Origin() {
            @Override
            public String toString() {
                return "application.yml:7:13";
            }
        };
        ApplicationContextRunner app = Apps.alone()
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new OriginTrackedMapPropertySource(
                                "file",
                                Map.of(LIMITER + "instances.api.limitForPeriod", OriginTrackedValue.of(0, line)))));

        assertThat(FailedStarts.analysis(app).getDescription())
                .contains(LIMITER + "instances.api.limit-for-period is \"0\"", "application.yml:7:13");
    }

    @Test
    void namesTheEnvironmentVariable() {
        ApplicationContextRunner app = Apps.alone()
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                "systemEnvironment",
                                Map.of("RESILIENCE4J_ADAPTIVE_RATELIMITER_INSTANCES_API_LIMITFORPERIOD", "0"))));

        assertThat(FailedStarts.analysis(app).getDescription())
                .contains("RESILIENCE4J_ADAPTIVE_RATELIMITER_INSTANCES_API_LIMITFORPERIOD", "at least 1");
    }

    @Test
    void blamesTheBaseThatHasTheValue() {
        assertThat(refusalOf(
                        LIMITER + "configs.shared.unit-of-work=50",
                        LIMITER + "configs.shared.limit-for-period=60",
                        LIMITER + "instances.api.base-config=shared",
                        LIMITER + "instances.api.limit-for-period=40"))
                .contains("Property: " + LIMITER + "configs.shared.unit-of-work", "\"50\"", "limitForPeriod 40");
    }

    @Test
    void aConfigThatNobodyUsesIsCheckedToo() {
        assertThat(refusalOf(LIMITER + "configs.unused.limit-for-period=0"))
                .contains("Property: " + LIMITER + "configs.unused.limit-for-period");
    }

    @Test
    void anUnknownBaseIsNamed() {
        assertThat(refusalOf(LIMITER + "configs.slow.burst=2", LIMITER + "instances.api.base-config=sloow"))
                .contains("Property: " + LIMITER + "instances.api.base-config", "\"sloow\"", "there are [slow]");
        assertThat(refusalOf(COALESCER + "instances.api.base-config=none"))
                .contains("Property: " + COALESCER + "instances.api.base-config", "\"none\"");
    }

    @Test
    void aCircleOfBasesIsNamed() {
        assertThat(refusalOf(
                        LIMITER + "configs.a.base-config=b",
                        LIMITER + "configs.b.base-config=a",
                        LIMITER + "instances.api.base-config=a"))
                .contains("base-config", "it goes in a circle: ");
        assertThat(refusalOf(LIMITER + "configs.a.base-config=a")).contains("a → a");
        assertThat(refusalOf(LIMITER + "configs.default.base-config=a", LIMITER + "configs.a.burst=1"))
                .contains("it goes in a circle: ");
    }

    @Test
    void aTypingErrorIsNamedWithWhatWasMeant() {
        assertThat(refusalOf(LIMITER + "instances.api.limit-per-period=5"))
                .contains(LIMITER + "instances.api.limit-per-period", "did you mean limit-for-period?");
        assertThat(refusalOf(COALESCER + "configs.default.max-ages=5s")
                        + refusalOf(COALESCER + "instance.api.max-age=5s"))
                .contains("there is no such property");
        assertThat(refusalOf("resilience4j.adaptive.retry.instance=a")).contains("did you mean instances?");
        assertThat(refusalOf("resilience4j.adaptive.polling.enable=false")).contains("did you mean enabled?");
    }

    @ParameterizedTest
    @ValueSource(strings = {"annotations.coalesce.aspect-ordre=1", "polling.enable=false", "retry.instance=a"})
    void aLazyApplicationIsCheckedToo(String property) {
        ApplicationContextRunner lazy = Apps.alone()
                .withInitializer(context ->
                        context.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor()))
                .withPropertyValues("resilience4j.adaptive." + property);
        assertThat(FailedStarts.analysis(lazy).getDescription()).contains("did you mean ");
    }

    @Test
    void anUnknownCapabilityIsNamed() {
        assertThat(refusalOf("resilience4j.adaptive.ratelimitter.instances.api.burst=3"))
                .contains("resilience4j.adaptive.ratelimitter", "there is no such capability", "ratelimiter");
    }

    @Test
    void anEmptyValueIsNoDefault() {
        assertThat(refusalOf(LIMITER + "instances.api.limit-for-period="))
                .contains("Property: " + LIMITER + "instances.api.limit-for-period", "it is empty");
        assertThat(refusalOf(LIMITER + "instances.api.limit-for-period=${LIMIT:}"))
                .contains("it is empty");
        Apps.alone()
                .withPropertyValues(LIMITER + "tags.zone=")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void aPlaceholderThatNothingFillsIsNoValue() {
        assertThat(refusalOf(LIMITER + "instances.api.tags.zone=${ZONE}"))
                .contains(
                        "Property: " + LIMITER + "instances.api.tags.zone",
                        "nothing gives its placeholder ${ZONE} a value");
    }

    @Test
    void anInstanceMayHaveNothingButTheDefault() {
        Apps.alone()
                .withPropertyValues(
                        LIMITER + "instances.api.base-config=default", COALESCER + "instances.api.base-config=default")
                .run(context -> assertThat(context).hasNotFailed());
    }

    @Test
    void anInstanceIsNoValue() {
        assertThat(refusalOf(LIMITER + "instances.api=40"))
                .contains("Property: " + LIMITER + "instances.api", "\"40\"", "it has no value of its own");
        assertThat(refusalOf(LIMITER + "instances.api=")).contains("base-config: default is enough");
    }

    @Test
    void settingsOfTheRegistryAreChecked() {
        assertThat(refusalOf(LIMITER + "max-keys=0")).contains(LIMITER + "max-keys is \"0\"", "at least 1");
        assertThat(refusalOf(LIMITER + "key-idle-time=0")).contains(LIMITER + "key-idle-time is \"0\"", "above 0");
    }

    @Test
    void halfAKnownLimitIsRefused() {
        assertThat(refusalOf(LIMITER + "instances.api.additional-limits[0].permits=4"))
                .contains(LIMITER + "instances.api.additional-limits[0].period is not set");
    }

    @Test
    void aCustomizersMistakeIsToldToo() {
        ApplicationContextRunner app = Apps.alone()
                .withPropertyValues(LIMITER + "instances.api.limit-for-period=4")
                .withBean(
                        io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterConfigCustomizer.class,
                        () -> io.github.resilience4j.adaptive.spring.ratelimiter.AdaptiveRateLimiterConfigCustomizer.of(
                                "api", it -> it.maxInFlight(-1)));
        assertThat(FailedStarts.analysis(app).getDescription())
                .contains(LIMITER + "instances.api.max-in-flight is not set", "maxInFlight is -1");
    }

    @Test
    void propertiesOfOthersAreLeftAlone() {
        Apps.alone()
                .withPropertyValues("resilience4j.ratelimiter.instances.x.nonsense=1", "resilience4jadaptive.x=")
                .run(context -> assertThat(context).hasNotFailed());
    }
}
