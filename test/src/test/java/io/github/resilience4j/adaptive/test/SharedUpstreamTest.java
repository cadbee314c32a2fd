package io.github.resilience4j.adaptive.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** JUnit tells an extension of a class about each nested class too. */
class SharedUpstreamTest {

    @RegisterExtension
    static final StubUpstream UPSTREAM = StubUpstream.of(HiddenLimit.none());

    @Nested
    class InOneNestedClass {

        @Test
        void itServes() throws Exception {
            assertThat(status()).isEqualTo(200);
        }
    }

    @Nested
    class InTheNextOne {

        @Test
        void itStillServes() throws Exception {
            assertThat(status()).isEqualTo(200);
        }
    }

    private static int status() throws Exception {
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(UPSTREAM.uri()).build(), BodyHandlers.ofString())
                .statusCode();
    }
}
