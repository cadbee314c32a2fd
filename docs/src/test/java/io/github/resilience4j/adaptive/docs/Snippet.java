package io.github.resilience4j.adaptive.docs;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.Diagnostic;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A Java block of a page. One whose first declaration is a type is a file of its own and is compiled; any other is a
 * row of statements and is run as well. Two remarks may stand before it:
 *
 * <ul>
 *   <li>{@code <!-- snippet: compile-only -->}: statements that are not run
 *   <li>{@code <!-- snippet: setup …several lines of Java… -->}: what the reader has and need not see
 * </ul>
 */
final class Snippet {

    private static final Pattern TYPE = Pattern.compile(
            "(?:(?:public|abstract|final|sealed|non-sealed|static) )*(?:class|interface|record|enum|@interface) (\\w+).*");

    private final Page.Block block;
    private final boolean compileOnly;
    private final String type;
    private final List<String> source = new ArrayList<>();

    /** How many lines of the source stand before the block's first line. */
    private final int header;

    Snippet(Page.Block block) {
        this.block = block;
        List<String> setup = new ArrayList<>();
        boolean compile = false;
        for (String remark : block.remarks()) {
            if (remark.equals("compile-only")) {
                compile = true;
            } else if (remark.startsWith("setup\n")) {
                setup.addAll(remark.lines().skip(1).toList());
            } else {
                throw new AssertionError(block.location() + ": unknown remark: snippet: " + remark);
            }
        }
        String declared = declaredType(block.lines());
        this.compileOnly = compile || !declared.isEmpty();
        this.type = declared.isEmpty() ? "Snippet" : declared;
        if (declared.isEmpty()) {
            Stream.concat(setup.stream(), block.lines().stream())
                    .filter(Snippet::isImport)
                    .forEach(source::add);
            source.add("class Snippet { static void run() throws Throwable {");
            setup.stream().filter(it -> !isImport(it)).forEach(source::add);
        }
        this.header = source.size();
        if (declared.isEmpty()) {
            block.lines().forEach(it -> source.add(isImport(it) ? "" : it));
            source.add("}}");
        } else {
            source.addAll(block.lines());
        }
    }

    /** Compiles the block and runs it if it can be run; any failure is an AssertionError that says file and line. */
    void check() throws Exception {
        Path directory = Path.of("target", "snippets", block.location().replaceAll("\\W+", "_"))
                .toAbsolutePath();
        Files.createDirectories(directory);
        compile(directory);
        if (!compileOnly) {
            run(directory);
        }
    }

    private void compile(Path directory) throws IOException {
        Path file = Files.write(directory.resolve(type + ".java"), source);
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        StringWriter other = new StringWriter();
        try (StandardJavaFileManager files = javac.getStandardFileManager(problems, Locale.ENGLISH, null)) {
            List<String> options = List.of(
                    "-d",
                    directory.toString(),
                    "-classpath",
                    System.getProperty("java.class.path"),
                    "-proc:none",
                    "-Xlint:deprecation,rawtypes,removal,unchecked",
                    "-Werror");
            if (!javac.getTask(other, files, problems, options, null, files.getJavaFileObjects(file))
                    .call()) {
                throw new AssertionError(problems.getDiagnostics().stream()
                        .filter(it -> it.getSource() != null)
                        .map(this::describe)
                        .collect(joining("\n", "does not compile:\n", "\n" + other)));
            }
        }
    }

    private void run(Path directory) throws Exception {
        URL[] compiled = {directory.toUri().toURL()};
        try (URLClassLoader loader = new URLClassLoader(compiled, getClass().getClassLoader())) {
            var run = loader.loadClass(type).getDeclaredMethod("run");
            run.setAccessible(true);
            run.invoke(null);
        } catch (InvocationTargetException e) {
            Throwable failure = e.getCause();
            int line = Arrays.stream(failure.getStackTrace())
                    .filter(it -> it.getClassName().equals(type))
                    .mapToInt(StackTraceElement::getLineNumber)
                    .findFirst()
                    .orElse(header);
            throw new AssertionError(onPage(line) + ": " + failure, failure);
        }
    }

    private String describe(Diagnostic<? extends JavaFileObject> problem) {
        return onPage((int) problem.getLineNumber()) + ": " + problem.getMessage(Locale.ENGLISH);
    }

    /** Line 1 of the block stands right below its fence; what is before it (setup, imports) counts as the fence. */
    private String onPage(int lineOfSource) {
        return block.page() + ":" + (block.line() + Math.max(0, lineOfSource - header));
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }

    private static String declaredType(List<String> lines) {
        for (String line : lines) {
            if (line.isBlank() || line.matches("\\s*(//|/\\*|\\*|@(?!interface)|import |package ).*")) {
                continue;
            }
            Matcher type = TYPE.matcher(line);
            return type.matches() ? type.group(1) : "";
        }
        return "";
    }
}
