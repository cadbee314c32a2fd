package io.github.resilience4j.adaptive.outcome.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.resilience4j.adaptive.outcome.OutcomeClassifier;
import java.io.File;
import java.net.ConnectException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The same byte code where a client is not there, or only a part of it. */
class WithoutClientsTest {

    /** Runs inside; asks the classifier of that loader about an object as a result and as what was thrown. */
    public static final class Question implements Function<Object, String> {
        @Override
        public String apply(Object resultOrError) {
            var classifier = OutcomeClassifier.standard();
            Object result = resultOrError instanceof Throwable ? "result" : resultOrError;
            Throwable error = resultOrError instanceof Throwable thrown ? thrown : new AssertionError();
            return classifier.classify(result, null).kind() + " "
                    + classifier.classify(null, error).kind();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "spring-, org.springframework.http.ResponseEntity",
        "okhttp-jvm, okhttp3.Response",
        "retrofit, retrofit2.Response",
        "httpclient5, org.apache.hc.client5.http.HttpResponseException",
        "httpcore5, org.apache.hc.core5.http.HttpResponse",
        "feign-core, feign.Response",
        "jakarta.ws.rs-api, jakarta.ws.rs.core.Response",
        "grpc-api, io.grpc.Status"
    })
    void allElseIsRead(String jar, String type) throws Exception {
        try (URLClassLoader without = without(jar)) {
            assertThatThrownBy(() -> without.loadClass(type)).isInstanceOf(ClassNotFoundException.class);

            assertThat(ask(without, new RuntimeException(new ConnectException())))
                    .isEqualTo("SUCCESS UNAVAILABLE");
        }
    }

    @Test
    void whatIsThereOfSpringIsRead() throws Exception {
        try (URLClassLoader without = without("spring-webflux")) {
            Throwable error = (Throwable) without.loadClass("org.springframework.web.client.HttpServerErrorException")
                    .getConstructor(without.loadClass("org.springframework.http.HttpStatusCode"))
                    .newInstance(without.loadClass("org.springframework.http.HttpStatus")
                            .getField("BAD_GATEWAY")
                            .get(null));

            assertThat(ask(without, error)).isEqualTo("SUCCESS UNAVAILABLE");
        }
    }

    @Test
    void aResponseOfApachesCoreIsReadWithoutItsClient() throws Exception {
        try (URLClassLoader without = without("httpclient5")) {
            Object response = without.loadClass("org.apache.hc.core5.http.message.BasicHttpResponse")
                    .getConstructor(int.class)
                    .newInstance(502);

            assertThat(ask(without, response)).isEqualTo("UNAVAILABLE FATAL");
        }
    }

    @SuppressWarnings("unchecked")
    private static String ask(ClassLoader loader, Object resultOrError) throws Exception {
        var question = (Function<Object, String>)
                loader.loadClass(Question.class.getName()).getConstructor().newInstance();
        return question.apply(resultOrError);
    }

    private static URLClassLoader without(String jar) throws Exception {
        List<URL> urls = new ArrayList<>();
        for (String entry : List.of(System.getProperty("java.class.path").split(File.pathSeparator, -1))) {
            Path path = Path.of(entry);
            if (!path.getFileName().toString().startsWith(jar)) {
                urls.add(path.toUri().toURL());
            }
        }
        return new URLClassLoader(urls.toArray(new URL[0]), ClassLoader.getPlatformClassLoader());
    }
}
