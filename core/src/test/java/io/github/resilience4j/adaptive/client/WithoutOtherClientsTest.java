package io.github.resilience4j.adaptive.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.client.jdk.AdaptiveHttpClient;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;
import java.io.File;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The same byte code where there is no client but the JDK's. */
class WithoutOtherClientsTest {

    private static final List<String> OTHERS = List.of(
            "okhttp", "okio", "retrofit", "kotlin", "httpc", "spring-", "feign", "grpc", "jakarta.ws.rs", "reactor");

    /** Runs inside. */
    public static final class Caller implements Function<URI, Integer> {
        @Override
        public Integer apply(URI uri) {
            try (AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of("api", AdaptiveRateLimiterConfig.ofDefaults())) {
                HttpClient client = AdaptiveHttpClient.of(HttpClient.newHttpClient(), OutgoingCalls.of(limiter));
                return client.sendAsync(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                        .join()
                        .statusCode();
            }
        }
    }

    @Test
    void theJdksClientNeedsNoOther() throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))) {
            Path path = Path.of(entry);
            if (OTHERS.stream().noneMatch(path.getFileName().toString()::startsWith)) {
                urls.add(path.toUri().toURL());
            }
        }
        try (CountingServer server = new CountingServer();
                URLClassLoader without =
                        new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader())) {
            server.answers(204, Map.of(), "");
            for (String absent : List.of("okhttp3.Call", "org.apache.hc.core5.http.HttpRequest", "feign.Feign")) {
                assertThatThrownBy(() -> without.loadClass(absent)).isInstanceOf(ClassNotFoundException.class);
            }

            @SuppressWarnings("unchecked")
            var caller = (Function<URI, Integer>)
                    without.loadClass(Caller.class.getName()).getConstructor().newInstance();
            assertThat(caller.apply(server.uri("/"))).isEqualTo(204);
        }
    }
}
