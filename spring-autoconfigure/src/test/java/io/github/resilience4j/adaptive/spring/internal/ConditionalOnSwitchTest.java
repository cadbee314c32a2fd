package io.github.resilience4j.adaptive.spring.internal;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.spring.FailedStarts;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

class ConditionalOnSwitchTest {

    private static final String SWITCH = "resilience4j.adaptive.web.enabled";

    private final ApplicationContextRunner app = new ApplicationContextRunner().withUserConfiguration(Switched.class);

    @Configuration(proxyBeanMethods = false)
    static class Switched {

        @Bean
        @ConditionalOnSwitch(SWITCH)
        StringBuilder switched() {
            return new StringBuilder();
        }
    }

    @ParameterizedTest
    @CsvSource({"true, true", "ON, true", "yes, true", "false, false", "off, false", "no, false", "0, false"})
    void aSwitchIsReadAsBindingReadsIt(String written, boolean isOn) {
        app.withPropertyValues(SWITCH + "=" + written)
                .run(context -> assertThat(context.containsBean("switched")).isEqualTo(isOn));
    }

    @Test
    void isOnWhereNobodySaysAnything() {
        app.run(context -> assertThat(context).hasBean("switched"));
    }

    @Test
    void whatIsNeitherEndsTheStart() {
        assertThat(FailedStarts.analysis(app.withPropertyValues(SWITCH + "=perhaps"))
                        .getDescription())
                .contains("Property: " + SWITCH, "\"perhaps\"", "true or false", "Origin: ", "Meaning: ");
    }
}
