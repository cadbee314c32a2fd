package io.github.resilience4j.adaptive.spring.aot;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplicationAotProcessor;

/**
 * What {@code spring-boot:process-aot} does, and a start of what it has made. Each in a JVM of its own: proxies that exist
 * already, from other tests, would not be written.
 */
class AheadOfTimeTest {

    private static final String CLASS_PATH =
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));

    @TempDir
    private static Path dir;

    @BeforeAll
    static void process() throws Exception {
        run(
                CLASS_PATH,
                SpringApplicationAotProcessor.class.getName(),
                AotApp.class.getName(),
                dir.resolve("sources").toString(),
                dir.resolve("resources").toString(),
                dir.resolve("classes").toString(),
                "test",
                "aot");
    }

    @Test
    void whatIsGeneratedStarts() throws Exception {
        compile();

        run(
                String.join(
                        File.pathSeparator,
                        dir.resolve("classes").toString(),
                        dir.resolve("resources").toString(),
                        CLASS_PATH),
                "-Dspring.aot.enabled=true",
                AotApp.class.getName());
    }

    @Test
    void whatIsReflectedOnIsHinted() throws IOException {
        try (Stream<Path> hints = Files.walk(dir.resolve("resources"))) {
            String all = String.join(
                    "\n",
                    hints.filter(file -> file.toString().endsWith(".json"))
                            .map(AheadOfTimeTest::read)
                            .toList());
            assertThat(all)
                    .contains("AdaptiveRateLimiterSettings", "KnownLimit", "CoalescerSettings", "ApiKeyPoolSettings")
                    .contains("SecretText", "\"instead\"", "AotApp$Id")
                    .contains("spring-configuration-metadata.json");
        }
    }

    private static void compile() throws IOException {
        List<String> arguments = new ArrayList<>(List.of(
                "-proc:none",
                "-nowarn",
                "-parameters",
                "-d",
                dir.resolve("classes").toString(),
                "-cp",
                CLASS_PATH + File.pathSeparator + dir.resolve("classes")));
        try (Stream<Path> sources = Files.walk(dir.resolve("sources"))) {
            sources.map(Path::toString).filter(name -> name.endsWith(".java")).forEach(arguments::add);
        }
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)))
                .isZero();
    }

    private static void run(String classPath, String... arguments) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xshare:auto", "-cp", classPath));
        command.addAll(List.of(arguments));
        command.addAll(List.of(AotApp.PROPERTIES));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
