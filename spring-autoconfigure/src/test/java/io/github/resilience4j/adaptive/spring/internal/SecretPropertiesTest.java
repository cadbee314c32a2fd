package io.github.resilience4j.adaptive.spring.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;

class SecretPropertiesTest {

    @ParameterizedTest
    @CsvSource({
        "keypool.instances.maps.keys.a, true",
        "keypool.instances.maps.keys.a.secret, true",
        "keypool.instances.maps.keys.a.weight, false",
        "keypool.instances.maps.fingerprint-key, true",
        "keypool.instances.maps.auth-bench, false",
        "keypool.instances.maps.tags.team, false",
        "keypool.tags.team, false",
        "keypool.instances.tags.fingerprint-key, true",
        "keypool.instances.tags.secrt, true",
        "keypool.instances.keys.secrt, true",
        "ratelimiter.instances.maps.secret, false"
    })
    void ofPoolsAllThatIsNotKnownToBeHarmlessIsHidden(String property, boolean isHidden) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of("resilience4j.adaptive." + property);

        assertThat(SecretProperties.isHidden(name)).isEqualTo(isHidden);
    }
}
