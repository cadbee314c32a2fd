package io.github.resilience4j.adaptive.spring.actuator;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.http.server.PathContainer;

class PagePolicyTest {

    private final PagePolicy policy = new PagePolicy("/actuator/adaptive");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/actuator/adaptive",
                "/actuator/adaptive/",
                "/actuator/adaptive/dashboard",
                "/shop/api/actuator/adaptive",
                "/actuator/%61daptive",
                "/%61ctuator/adaptive;a=b/x",
                "/actuator;x/adaptive",
            })
    void concernsWhatSpringTakesForTheEndpoint(String path) {
        assertThat(policy.concerns(PathContainer.parsePath(path))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/adaptive", "/actuator/adaptives", "/actuator/health"})
    void concernsNothingElse(String path) {
        assertThat(policy.concerns(PathContainer.parsePath(path))).isFalse();
    }

    @Test
    void whatChangesSomethingMustBeJson() {
        assertThat(PagePolicy.refuses("GET", null)).isFalse();
        assertThat(PagePolicy.refuses("HEAD", null)).isFalse();
        assertThat(PagePolicy.refuses("POST", "application/json")).isFalse();
        assertThat(PagePolicy.refuses("POST", "application/json; charset=utf-8"))
                .isFalse();
        assertThat(PagePolicy.refuses("POST", "application/vnd.spring-boot.actuator.v3+json"))
                .isFalse();
        assertThat(PagePolicy.refuses("POST", null)).isTrue();
        assertThat(PagePolicy.refuses("POST", "text/plain; application/json")).isTrue();
        assertThat(PagePolicy.refuses("DELETE", "application/x-www-form-urlencoded"))
                .isTrue();
    }
}
