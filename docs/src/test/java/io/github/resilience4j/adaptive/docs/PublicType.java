package io.github.resilience4j.adaptive.docs;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.Tree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePath;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.jspecify.annotations.Nullable;

/**
 * A public top-level type of a published module outside {@code internal}, as its source declares it.
 *
 * @param name its qualified name
 * @param file its source
 * @param tree what it declares
 * @param comment its Javadoc, null if it has none
 */
record PublicType(
        String name,
        CompilationUnitTree file,
        ClassTree tree,
        @Nullable DocCommentTree comment) {

    static List<PublicType> all() {
        List<Path> sources = PublishedModule.all().stream()
                .flatMap(module -> module.sources().stream())
                .filter(source -> !source.toString().contains("/internal/"))
                .toList();
        JavaCompiler javac = ToolProvider.getSystemJavaCompiler();
        try (StandardJavaFileManager files = javac.getStandardFileManager(null, Locale.ENGLISH, UTF_8)) {
            List<String> options = List.of("-proc:none");
            JavacTask task = (JavacTask)
                    javac.getTask(null, files, null, options, null, files.getJavaFileObjectsFromPaths(sources));
            DocTrees comments = DocTrees.instance(task);
            List<PublicType> types = new ArrayList<>();
            for (CompilationUnitTree file : task.parse()) {
                for (Tree declared : file.getTypeDecls()) {
                    if (declared instanceof ClassTree tree && isPublic(tree)) {
                        DocCommentTree comment = comments.getDocCommentTree(new TreePath(new TreePath(file), tree));
                        types.add(new PublicType(
                                file.getPackageName() + "." + tree.getSimpleName(), file, tree, comment));
                    }
                }
            }
            return types;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isPublic(ClassTree tree) {
        return tree.getModifiers().getFlags().contains(Modifier.PUBLIC);
    }

    boolean isOpenInterface() {
        return tree.getKind() == Tree.Kind.INTERFACE
                && !tree.getModifiers().getFlags().contains(Modifier.SEALED);
    }

    @Override
    public String toString() {
        return name;
    }
}
