package io.github.resilience4j.adaptive.docs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

/** What goes to users is what the pages say, and nobody adds to it by accident. */
class PublishedTest {

    private static final Pattern NAME = Pattern.compile("`([\\w.-]+)`");

    @Test
    void everyPublishedLibraryIsInTheBom() {
        assertThat(artifactIds(children(pom("bom"), "dependencyManagement", "dependencies", "dependency")))
                .containsExactlyInAnyOrderElementsOf(
                        libraries().map(it -> text(it, "artifactId")).toList());
    }

    @TestFactory
    Stream<DynamicTest> aLibraryBringsWhatItsPageSaysAndNothingElse() {
        List<String> table = Page.read(Path.of("docs", "dependencies.md")).prose();
        return libraries()
                .map(pom -> dynamicTest(
                        text(pom, "artifactId"),
                        () -> assertThat(artifactIds(children(pom, "dependencies", "dependency")
                                        .filter(PublishedTest::comesAlong)))
                                .containsExactlyInAnyOrderElementsOf(named(table, text(pom, "artifactId")))));
    }

    /** What stands in the second cell of the row of that name. */
    private static List<String> named(List<String> table, String library) {
        String row = table.stream()
                .filter(line -> line.startsWith("| `" + library + "` |"))
                .findFirst()
                .orElseThrow(() -> new AssertionError("docs/dependencies.md has no row for " + library));
        return NAME.matcher(row.split("\\|", -1)[2])
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static boolean comesAlong(Element dependency) {
        return List.of("", "compile", "runtime").contains(text(dependency, "scope"))
                && !text(dependency, "optional").equals("true");
    }

    private static Stream<Element> libraries() {
        return children(pom(""), "modules", "module")
                .map(Element::getTextContent)
                .map(PublishedTest::pom)
                .filter(pom -> !text(pom, "packaging").equals("pom"))
                .filter(pom -> children(pom, "properties", "maven.deploy.skip")
                        .findAny()
                        .isEmpty());
    }

    private static List<String> artifactIds(Stream<Element> dependencies) {
        return dependencies.map(it -> text(it, "artifactId")).toList();
    }

    private static Element pom(String module) {
        try {
            return DocumentBuilderFactory.newDefaultInstance()
                    .newDocumentBuilder()
                    .parse(Page.ROOT.resolve(module).resolve("pom.xml").toFile())
                    .getDocumentElement();
        } catch (Exception e) {
            throw new AssertionError(module, e);
        }
    }

    private static String text(Element element, String name) {
        return children(element, name).map(Element::getTextContent).findFirst().orElse("");
    }

    private static Stream<Element> children(Element element, String... path) {
        Stream<Element> found = Stream.of(element);
        for (String name : path) {
            found = found.flatMap(it -> children(it.getChildNodes(), name));
        }
        return found;
    }

    private static Stream<Element> children(NodeList nodes, String name) {
        return IntStream.range(0, nodes.getLength())
                .mapToObj(nodes::item)
                .filter(Element.class::isInstance)
                .map(Element.class::cast)
                .filter(it -> it.getTagName().equals(name));
    }
}
