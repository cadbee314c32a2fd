package io.github.resilience4j.adaptive.client.spring;

import java.net.http.HttpClient;
import java.time.Duration;
import org.springframework.http.client.ClientHttpRequestFactory;
import org.springframework.http.client.JdkClientHttpRequestFactory;

/** What the tests of Spring's clients share. */
final class SpringRequests {

    private SpringRequests() {}

    static HttpClient http() {
        return HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(Duration.ofSeconds(20))
                .build();
    }

    static ClientHttpRequestFactory factory(Duration readTimeout) {
        JdkClientHttpRequestFactory factory = new JdkClientHttpRequestFactory(http());
        factory.setReadTimeout(readTimeout);
        return factory;
    }
}
