package io.github.resilience4j.adaptive.spring.client;

import io.github.resilience4j.adaptive.spring.client.LimitedClientProperties.Calls;

/** The clients that Spring has. */
enum ClientKind {
    REST_CLIENT("rest-client", "org.springframework.web.client.RestClient"),
    REST_TEMPLATE("rest-template", "org.springframework.web.client.RestTemplate"),
    WEB_CLIENT("web-client", "org.springframework.web.reactive.function.client.WebClient");

    private final String property;
    private final String type;

    ClientKind(String property, String type) {
        this.property = property;
        this.type = type;
    }

    /** What its properties begin with. */
    String property() {
        return property;
    }

    String type() {
        return type;
    }

    Calls settings(LimitedClientProperties properties) {
        return switch (this) {
            case REST_CLIENT -> properties.restClient();
            case REST_TEMPLATE -> properties.restTemplate();
            case WEB_CLIENT -> properties.webClient();
        };
    }
}
