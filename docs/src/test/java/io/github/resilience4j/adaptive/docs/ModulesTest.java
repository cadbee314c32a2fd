package io.github.resilience4j.adaptive.docs;

import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jars on the module path. They are automatic modules: what they need is optional, as no module can say it. */
class ModulesTest {

    private static final Path CORE = Path.of("core");

    /** What the jar of core says it needs, and no more: what else is on this class path is no concern of a module path. */
    private static final String NEEDED =
            "(resilience4j-(core|ratelimiter|retry|circuitbreaker)|caffeine|slf4j-api|jspecify)-\\d.*\\.jar";

    private final List<PublishedModule> modules = PublishedModule.all();

    @TempDir
    Path directory;

    @Test
    void everyJarHasANameOfItsOwn() {
        assertThat(modules)
                .extracting(PublishedModule::moduleName)
                .doesNotHaveDuplicates()
                .contains(
                        "io.github.resilience4j.adaptive",
                        "io.github.resilience4j.adaptive.jdbc",
                        "io.github.resilience4j.adaptive.redis",
                        "io.github.resilience4j.adaptive.spring",
                        "io.github.resilience4j.adaptive.test");
    }

    @Test
    void noPackageIsInTwoJars() {
        Map<String, String> owners = new HashMap<>();
        for (PublishedModule module : modules) {
            for (String name : module.packages()) {
                assertThat(owners.putIfAbsent(name, module.moduleName()))
                        .as("another jar than %s with the package %s", module.moduleName(), name)
                        .isNull();
            }
        }
        assertThat(owners).isNotEmpty();
    }

    @Test
    void aModuleThatRequiresCoreCompilesAndRuns() throws Exception {
        List<Path> path = new ArrayList<>(needed());
        path.add(jarOfCore());
        Path consumer = compile(path);

        path.add(consumer);
        ModuleFinder finder = ModuleFinder.of(path.toArray(Path[]::new));
        Configuration resolved = ModuleLayer.boot().configuration().resolve(finder, ModuleFinder.of(), all(finder));
        ClassLoader loader = ModuleLayer.boot()
                .defineModulesWithOneLoader(resolved, ClassLoader.getPlatformClassLoader())
                .findLoader("consumer");
        Object state = loader.loadClass("consumer.Main").getMethod("state").invoke(null);
        assertThat(state).hasToString("RUNNING");
    }

    /**
     * As by {@code --add-modules ALL-MODULE-PATH}. Caffeine and SLF4J have descriptors, so that an automatic module that
     * needs them does not bring them along.
     */
    private static Set<String> all(ModuleFinder finder) {
        return finder.findAll().stream().map(it -> it.descriptor().name()).collect(toSet());
    }

    private Path compile(List<Path> modulePath) throws IOException {
        Path sources = Files.createDirectories(directory.resolve("sources"));
        List<Path> files = List.of(
                Files.writeString(sources.resolve("module-info.java"), """
                        module consumer {
                            requires io.github.resilience4j.adaptive;
                            exports consumer;
                        }
                        """),
                Files.writeString(sources.resolve("Main.java"), """
                        package consumer;

                        import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
                        import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterConfig;

                        public class Main {
                            public static Object state() {
                                AdaptiveRateLimiterConfig config = AdaptiveRateLimiterConfig.ofDefaults();
                                try (AdaptiveRateLimiter limiter = AdaptiveRateLimiter.of("consumer", config)) {
                                    return limiter.executeSupplier(() -> limiter.snapshot().state());
                                }
                            }
                        }
                        """));
        Path classes = Files.createDirectories(directory.resolve("classes"));
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager manager = javac.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-d",
                    classes.toString(),
                    "--module-path",
                    modulePath.stream().map(Path::toString).collect(joining(File.pathSeparator)),
                    "-proc:none");
            boolean compiles = javac.getTask(
                            messages, manager, null, options, null, manager.getJavaFileObjectsFromPaths(files))
                    .call();
            assertThat(compiles).as(messages.toString()).isTrue();
        }
        return classes;
    }

    private static List<Path> needed() {
        return classPath().filter(it -> fileName(it).matches(NEEDED)).toList();
    }

    /** The jar of this build, if it got that far; else one of its classes, with the name that its pom gives it. */
    private Path jarOfCore() throws IOException {
        Path core = classPath()
                .filter(it ->
                        it.startsWith(Page.ROOT.resolve(CORE)) || fileName(it).startsWith("resilience4j-adaptive-core"))
                .findFirst()
                .orElseThrow();
        if (Files.isRegularFile(core)) {
            return core;
        }
        String name = modules.stream()
                .filter(it -> it.directory().equals(CORE))
                .findFirst()
                .orElseThrow()
                .moduleName();
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().putValue("Automatic-Module-Name", name);
        Path jar = directory.resolve("core.jar");
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest);
                Stream<Path> files = Files.walk(core)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                String entry = core.relativize(file).toString().replace('\\', '/');
                if (!entry.equals("META-INF/MANIFEST.MF")) {
                    entries.putNextEntry(new JarEntry(entry));
                    Files.copy(file, entries);
                }
            }
        }
        return jar;
    }

    private static Stream<Path> classPath() {
        return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                .map(Path::of);
    }

    private static String fileName(Path path) {
        return Objects.requireNonNull(path.getFileName()).toString();
    }
}
