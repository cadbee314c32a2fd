package io.github.resilience4j.adaptive.outcome.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.File;
import java.net.ConnectException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** The same byte code where there is no Spring, or only a part of it. */
class WithoutSpringTest {

    /** Runs inside; asks the classifier of that loader. */
    public static final class Question implements Function<Throwable, String> {
        @Override
        public String apply(Throwable error) {
            var classifier = io.github.resilience4j.adaptive.outcome.OutcomeClassifier.standard();
            return classifier.classify("result", null).kind() + " "
                    + classifier.classify(null, error).kind();
        }
    }

    @Test
    void allElseIsRead() throws Exception {
        try (URLClassLoader without = without("spring-")) {
            assertThatThrownBy(() -> without.loadClass("org.springframework.http.ResponseEntity"))
                    .isInstanceOf(ClassNotFoundException.class);

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

    @SuppressWarnings("unchecked")
    private static String ask(ClassLoader loader, Throwable error) throws Exception {
        var question = (Function<Throwable, String>)
                loader.loadClass(Question.class.getName()).getConstructor().newInstance();
        return question.apply(error);
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
