package io.github.resilience4j.adaptive.keypool.internal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.Slow;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the tests of this package once more while everything is collected that is printed, logged, thrown, raised, stored and
 * metered, and searches it for every secret that a call was lent: as it is, URL-encoded and in Base64. The search is not the one
 * that is tested.
 */
@Slow
class NoSecretAnywhereTest {

    private static final String PACKAGE = "io.github.resilience4j.adaptive.keypool.";
    private static final List<String> TESTS = List.of(
            PACKAGE + "CasesTest",
            PACKAGE + "RotationTest",
            PACKAGE + "AllBenchedTest",
            PACKAGE + "SecretsTest",
            PACKAGE + "SelectionTest",
            PACKAGE + "AsyncCallsTest",
            PACKAGE + "RunTimeChangesTest",
            PACKAGE + "PingsTest",
            PACKAGE + "BenchStoreTest");

    private static Set<String> forms(String secret) {
        byte[] bytes = secret.getBytes(UTF_8);
        String encoded = URLEncoder.encode(secret, UTF_8);
        return new LinkedHashSet<>(List.of(
                secret,
                encoded,
                encoded.replace("+", "%20"),
                Base64.getEncoder().withoutPadding().encodeToString(bytes),
                Base64.getUrlEncoder().withoutPadding().encodeToString(bytes)));
    }

    private static List<String> found(Map<String, List<String>> evidence, List<String> secrets) {
        List<String> found = new ArrayList<>();
        evidence.forEach((kind, texts) -> texts.forEach(text -> {
            for (String secret : secrets) {
                for (String form : forms(secret)) {
                    if (text.contains(form) || text.toLowerCase(Locale.ROOT).contains(form.toLowerCase(Locale.ROOT))) {
                        found.add(kind + ": " + text);
                    }
                }
            }
        }));
        return found;
    }

    @Test
    void aSecretThatIsThereIsFound() {
        String secret = "a b/c?";
        for (String form : forms(secret)) {
            assertThat(found(Map.of("logged", List.of("at " + form)), List.of(secret)))
                    .as(form)
                    .isNotEmpty();
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void noneIsThere(@TempDir Path services) throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        PrintStream out = System.out;
        PrintStream err = System.err;
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        PrintStream copy = new PrintStream(printed, true, UTF_8);
        Map<String, List<String>> evidence;
        System.setOut(copy);
        System.setErr(copy);
        try (URLClassLoader loader = new URLClassLoader(urls(services), ClassLoader.getPlatformClassLoader())) {
            Thread.currentThread().setContextClassLoader(loader);
            evidence = (Map<String, List<String>>) loader.loadClass(EvidenceRun.class.getName())
                    .getMethod("of", List.class)
                    .invoke(null, TESTS);
        } finally {
            Thread.currentThread().setContextClassLoader(context);
            System.setOut(out);
            System.setErr(err);
        }
        evidence.put("printed", List.of(printed.toString(UTF_8)));
        List<String> secrets = evidence.remove("secrets");

        assertThat(secrets).hasSizeGreaterThan(50).anyMatch(secret -> secret.startsWith("sesame-"));
        for (String kind : List.of("events", "thrown", "logged", "meters", "stored", "printed pools")) {
            assertThat(evidence.get(kind)).as(kind).isNotEmpty();
        }
        assertThat(found(evidence, secrets)).isEmpty();
    }

    /** The log is named before any other that may be on the class path. */
    private static URL[] urls(Path services) throws Exception {
        Path service = Files.createDirectories(services.resolve("META-INF/services"))
                .resolve("org.slf4j.spi.SLF4JServiceProvider");
        Files.writeString(service, CollectedLog.class.getName());
        List<URL> urls = new ArrayList<>();
        urls.add(services.toUri().toURL());
        for (String entry : System.getProperty("java.class.path").split(File.pathSeparator, -1)) {
            urls.add(Path.of(entry).toUri().toURL());
        }
        return urls.toArray(URL[]::new);
    }
}
