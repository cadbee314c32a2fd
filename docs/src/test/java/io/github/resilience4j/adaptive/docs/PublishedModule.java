package io.github.resilience4j.adaptive.docs;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A module whose jar people get: one whose pom gives it a name for the module path.
 *
 * @param directory where it is, relative to the repository's root
 * @param moduleName its {@code Automatic-Module-Name}
 */
record PublishedModule(Path directory, String moduleName) {

    private static final Pattern NAME = Pattern.compile("<automatic\\.module\\.name>([^<]+)</");
    private static final Path SOURCES = Path.of("src", "main", "java");

    static List<PublishedModule> all() {
        try (Stream<Path> directories = Files.list(Page.ROOT)) {
            return directories
                    .filter(it -> Files.exists(it.resolve("pom.xml")))
                    .sorted()
                    .flatMap(it -> read(it).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Optional<PublishedModule> read(Path directory) {
        try {
            Matcher name = NAME.matcher(Files.readString(directory.resolve("pom.xml")));
            return name.find()
                    ? Optional.of(new PublishedModule(Page.ROOT.relativize(directory), name.group(1)))
                    : Optional.empty();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its sources, descriptions of packages apart. */
    List<Path> sources() {
        return files(it -> it.toString().endsWith(".java") && !it.endsWith("package-info.java"));
    }

    /** The descriptions of its packages. */
    List<Path> descriptions() {
        return files(it -> it.endsWith("package-info.java"));
    }

    private List<Path> files(Predicate<Path> which) {
        try (Stream<Path> files = Files.walk(Page.ROOT.resolve(directory).resolve(SOURCES))) {
            return files.filter(which).sorted().toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Set<String> packages() {
        Path root = Page.ROOT.resolve(directory).resolve(SOURCES);
        Set<String> packages = new TreeSet<>();
        for (Path source : sources()) {
            packages.add(root.relativize(source).getParent().toString().replace('/', '.'));
        }
        return packages;
    }
}
