package io.github.resilience4j.adaptive.spring.keypool;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.spring.Apps;
import io.github.resilience4j.adaptive.spring.FailedStarts;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.actuate.context.properties.ConfigurationPropertiesReportEndpoint;
import org.springframework.boot.actuate.endpoint.SanitizingFunction;
import org.springframework.boot.actuate.endpoint.Show;
import org.springframework.boot.actuate.env.EnvironmentEndpoint;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.core.env.SystemEnvironmentPropertySource;

/** What an application tells about itself, and why it does not start, searched for the secrets of its keys. */
class NoSecretShownTest {

    private static final String SECRET = "s3cr3t-of-maps";
    private static final String KEYS = "resilience4j.adaptive.keypool.instances.maps.keys.";

    @Test
    void neitherInTheEndpointsWhereTheyShowAllValues() {
        Apps.alone()
                .withInitializer(context -> context.getEnvironment()
                        .getPropertySources()
                        .addFirst(new SystemEnvironmentPropertySource(
                                "systemEnvironment",
                                Map.of(
                                        "MAPS_KEY_1",
                                        SECRET + "-1",
                                        "RESILIENCE4J_ADAPTIVE_KEYPOOL_INSTANCES_MAPS_KEYS_C_SECRET",
                                        SECRET + "-3",
                                        "MAPS_KEY_5",
                                        75_318_642))))
                .withPropertyValues(
                        KEYS + "a.secret=${MAPS_KEY_1}",
                        KEYS + "a.quota-group=account-7",
                        KEYS + "b=" + SECRET + "-2",
                        KEYS + "c.secret=" + SECRET + "-overridden",
                        KEYS + "d=${MAPS_KEY_5}",
                        "maps.url=https://maps/?key=" + SECRET + "-2",
                        "resilience4j.adaptive.keypool.instances.maps.fingerprint-key=" + SECRET + "-4")
                .run(context -> {
                    assertThat(context).hasNotFailed();
                    String shown = everythingShownBy(context);
                    assertThat(shown).contains("account-7", "******");
                    assertThat(shown).doesNotContain(SECRET, "75318642");
                });
    }

    private static String everythingShownBy(ApplicationContext context) {
        List<SanitizingFunction> hiding =
                List.copyOf(context.getBeansOfType(SanitizingFunction.class).values());
        ConfigurationPropertiesReportEndpoint properties =
                new ConfigurationPropertiesReportEndpoint(hiding, Show.ALWAYS);
        properties.setApplicationContext(context);
        EnvironmentEndpoint environment = new EnvironmentEndpoint(context.getEnvironment(), hiding, Show.ALWAYS);
        StringBuilder all = new StringBuilder();
        properties
                .configurationProperties()
                .getContexts()
                .values()
                .forEach(each -> each.getBeans()
                        .values()
                        .forEach(bean -> all.append(bean.getProperties()).append(bean.getInputs())));
        environment
                .environment(null)
                .getPropertySources()
                .forEach(source -> source.getProperties()
                        .forEach((name, value) -> all.append(name)
                                .append('=')
                                .append(value.getValue())
                                .append('\n')));
        for (String name : List.of("MAPS_KEY_1", "maps.url", KEYS + "a.secret", KEYS + "b", KEYS + "c.secret")) {
            all.append(environment.environmentEntry(name).getProperty().getValue());
            environment
                    .environmentEntry(name)
                    .getPropertySources()
                    .forEach(source -> all.append(
                            source.getProperty() == null
                                    ? ""
                                    : source.getProperty().getValue()));
        }
        return all.append(context.getBean(ApiKeyPoolProperties.class)).toString();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "keys.a.secrt=",
                "kees.a.secret=",
                "keys.a.b.c=",
                "keys=",
                "secret=",
                "fingerprint-kee=",
            })
    void norInWhatEndsTheStart(String property) {
        ApplicationContextRunner app =
                Apps.alone().withPropertyValues("resilience4j.adaptive.keypool.instances.maps." + property + SECRET);
        FailureAnalysis analysis = FailedStarts.analysis(app);
        assertThat(analysis.getDescription() + analysis.getAction())
                .contains("Property: resilience4j.adaptive.keypool.instances.maps")
                .doesNotContain(SECRET);
        assertThat(stackTrace(analysis.getCause())).doesNotContain(SECRET);
    }

    @Test
    void norWhereAKeyIsCalledLikeItsSecret() {
        FailureAnalysis analysis =
                FailedStarts.analysis(Apps.alone().withPropertyValues(KEYS + "[" + SECRET + "].secret=" + SECRET));
        assertThat(analysis.getDescription())
                .contains("an id is made of its secret")
                .doesNotContain(SECRET);
    }

    @Test
    void norWhereAQuotaGroupIsMadeOfIt() {
        FailureAnalysis analysis = FailedStarts.analysis(
                Apps.alone().withPropertyValues(KEYS + "a.secret=" + SECRET, KEYS + "a.quota-group=of-" + SECRET));
        assertThat(analysis.getDescription())
                .contains("a.secret is \"******\": the quota-group is made of it")
                .doesNotContain(SECRET);
    }

    @Test
    void norWhereTwoKeysHaveTheSame() {
        FailureAnalysis analysis = FailedStarts.analysis(
                Apps.alone().withPropertyValues(KEYS + "a=" + SECRET, KEYS + "b.secret=" + SECRET));
        assertThat(analysis.getDescription())
                .contains("b.secret is \"******\": it has the same secret as key 'a'")
                .doesNotContain(SECRET);
    }

    @Test
    void norWhereAKeyHasASecretAndASupplier() {
        FailureAnalysis analysis = FailedStarts.analysis(Apps.alone()
                .withBean("vault", Supplier.class, () -> () -> "x")
                .withPropertyValues(KEYS + "a.secret=" + SECRET, KEYS + "a.secret-supplier=vault"));
        assertThat(analysis.getDescription())
                .contains("a secret or a secret-supplier, and not both", "\"******\"")
                .doesNotContain(SECRET);
    }

    @Test
    void aPlaceholderThatNothingFillsIsNamed() {
        FailureAnalysis analysis =
                FailedStarts.analysis(Apps.alone().withPropertyValues(KEYS + "a.secret=" + SECRET + "${MAPS_KEY_9}"));
        assertThat(analysis.getDescription())
                .contains("Property: " + KEYS + "a.secret", "nothing gives its placeholder ${MAPS_KEY_9} a value")
                .doesNotContain(SECRET);
    }

    @Test
    void anEmptyPlaceholderIsNoSecret() {
        assertThat(FailedStarts.analysis(Apps.alone().withPropertyValues(KEYS + "a.secret=${MAPS_KEY_9:}"))
                        .getDescription())
                .contains("Property: " + KEYS + "a.secret", "it is empty");
    }

    @Test
    void aPoolWithoutKeysAndAConfigWithKeysAreRefused() {
        assertThat(FailedStarts.analysis(Apps.alone()
                                .withPropertyValues("resilience4j.adaptive.keypool.instances.maps.auth-bench=1h"))
                        .getDescription())
                .contains("instances.maps.keys is not set", "a pool needs a key");
        assertThat(FailedStarts.analysis(Apps.alone()
                                .withPropertyValues("resilience4j.adaptive.keypool.configs.shared.keys.a=" + SECRET))
                        .getDescription())
                .contains("configs.shared.keys", "keys stand in an instance")
                .doesNotContain(SECRET);
    }

    @Test
    void waitingNeedsATime() {
        assertThat(FailedStarts.analysis(Apps.alone()
                                .withPropertyValues(
                                        KEYS + "a=1",
                                        "resilience4j.adaptive.keypool.instances.maps.on-all-benched=wait"))
                        .getDescription())
                .contains("instances.maps.wait-up-to is not set", "where on-all-benched is wait");
    }

    private static String stackTrace(Throwable error) {
        StringWriter text = new StringWriter();
        error.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
