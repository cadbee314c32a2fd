package io.github.resilience4j.adaptive.docs;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.ImportTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.ModifiersTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.util.Set;
import java.util.TreeSet;
import javax.lang.model.element.Modifier;
import org.jspecify.annotations.Nullable;

/** What a user sees of a type without its code: supertypes, and the types in everything public or protected. */
final class Signatures extends TreeScanner<@Nullable Void, @Nullable Void> {

    private final Set<String> imported = new TreeSet<>();
    private final Set<String> internal = new TreeSet<>();

    private Signatures() {}

    /** The types of a package {@code internal} that the user of a type would meet. */
    static Set<String> internalTypesIn(PublicType type) {
        Signatures signatures = new Signatures();
        for (ImportTree it : type.file().getImports()) {
            signatures.imported.add(it.getQualifiedIdentifier().toString());
        }
        signatures.type(type.tree());
        return signatures.internal;
    }

    private void type(ClassTree type) {
        scan(type.getTypeParameters(), null);
        scan(type.getExtendsClause(), null);
        scan(type.getImplementsClause(), null);
        boolean isInterface = type.getKind() == Tree.Kind.INTERFACE || type.getKind() == Tree.Kind.ANNOTATION_TYPE;
        for (Tree member : type.getMembers()) {
            if (member instanceof ClassTree nested && isSeen(nested.getModifiers(), isInterface)) {
                type(nested);
            } else if (member instanceof MethodTree method && isSeen(method.getModifiers(), isInterface)) {
                method(method);
            } else if (member instanceof VariableTree field
                    && (isSeen(field.getModifiers(), isInterface) || isComponent(type, field))) {
                scan(field.getType(), null);
            }
        }
    }

    private void method(MethodTree method) {
        scan(method.getTypeParameters(), null);
        scan(method.getReturnType(), null);
        method.getParameters().forEach(parameter -> scan(parameter.getType(), null));
        scan(method.getThrows(), null);
    }

    private static boolean isSeen(ModifiersTree modifiers, boolean inInterface) {
        Set<Modifier> flags = modifiers.getFlags();
        return flags.contains(Modifier.PUBLIC)
                || flags.contains(Modifier.PROTECTED)
                || (inInterface && !flags.contains(Modifier.PRIVATE));
    }

    private static boolean isComponent(ClassTree type, VariableTree field) {
        return type.getKind() == Tree.Kind.RECORD
                && !field.getModifiers().getFlags().contains(Modifier.STATIC);
    }

    @Override
    public @Nullable Void visitIdentifier(IdentifierTree name, @Nullable Void nothing) {
        imported.stream()
                .filter(it -> it.endsWith("." + name.getName()) && it.contains(".internal."))
                .forEach(internal::add);
        return null;
    }

    @Override
    public @Nullable Void visitMemberSelect(MemberSelectTree name, @Nullable Void nothing) {
        if (name.toString().contains(".internal.")) {
            internal.add(name.toString());
        }
        return super.visitMemberSelect(name, null);
    }
}
