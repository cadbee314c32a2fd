package io.github.resilience4j.adaptive.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestKeysTest {

    @ParameterizedTest
    @CsvSource({
        "https://api.example.com/users/1, api.example.com",
        "https://API.Example.COM/,        api.example.com",
        "https://api.example.com:8443/,   api.example.com:8443",
        "http://user:secret@a.example/,   a.example",
        "http://[::1]:80/x,               [::1]:80",
        "http://My_Service:8080/x,        my_service:8080",
        "http://user:secret@my_service/,  my_service",
        "/users/1,                        ''",
    })
    void theHostIsTheKey(String uri, String key) {
        assertThat(RequestKeys.host().apply(SentRequest.to("GET", uri))).isEqualTo(key);
    }

    @ParameterizedTest
    @CsvSource({
        "https://a.example/users/1,          a.example/users/{id}",
        "https://a.example/users/1?page=2,   a.example/users/{id}",
        "https://a.example/users/x%2Fy,      a.example/users/{id}",
        "https://a.example/users/me,         a.example/users/me",
        "https://a.example/users/1/orders/2, a.example/users/{id}/orders/{order}",
        "https://b.example/users/1,          b.example/users/{id}",
        "https://a.example/users/,           a.example",
        "https://a.example/users/1/,         a.example",
        "https://a.example/Users/1,          a.example",
        "https://a.example,                  a.example",
        "https://a.example/search,           a.example",
    })
    void theFirstTemplateThatFitsIsTheKey(String uri, String key) {
        Function<OutgoingRequest, String> keys =
                RequestKeys.pathTemplate("/users/me", "/users/{id}", "/users/{id}/orders/{order}");

        assertThat(keys.apply(SentRequest.to("GET", uri))).isEqualTo(key);
    }

    @Test
    void aTemplateIsAPath() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RequestKeys.pathTemplate("/users", "orders"))
                .withMessageContaining("orders")
                .withMessageContaining("slash");
        assertThatIllegalArgumentException().isThrownBy(RequestKeys::pathTemplate);
    }

    @ParameterizedTest
    @ValueSource(strings = {"/users/{id", "/users/id}", "/users/{id}.json", "/search?q={q}", "/search#top"})
    void aTemplateThatFitsNoPathIsRefused(String template) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RequestKeys.pathTemplate(template))
                .withMessageStartingWith("template is " + template + ", it must be a path without a query");
    }
}
