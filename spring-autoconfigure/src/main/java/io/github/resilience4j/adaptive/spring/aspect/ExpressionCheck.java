package io.github.resilience4j.adaptive.spring.aspect;

import java.util.Set;
import org.springframework.expression.Expression;
import org.springframework.expression.common.CompositeStringExpression;
import org.springframework.expression.spel.SpelNode;
import org.springframework.expression.spel.ast.CompoundExpression;
import org.springframework.expression.spel.ast.Indexer;
import org.springframework.expression.spel.ast.InlineMap;
import org.springframework.expression.spel.ast.Projection;
import org.springframework.expression.spel.ast.PropertyOrFieldReference;
import org.springframework.expression.spel.ast.Selection;
import org.springframework.expression.spel.ast.VariableReference;
import org.springframework.expression.spel.standard.SpelExpression;

/** Finds in an expression the names that nothing answers to: a parameter misspelt, or written without its {@code #}. */
final class ExpressionCheck {

    private static final Set<String> ALWAYS = Set.of("root", "this");
    private static final Set<String> OF_ROOT = Set.of("args", "method", "methodName", "target", "targetClass");

    private final Set<String> variables;
    private final boolean namesAreLost;

    private ExpressionCheck(Set<String> variables, boolean namesAreLost) {
        this.variables = variables;
        this.namesAreLost = namesAreLost;
    }

    static void check(Expression expression, Set<String> variables, boolean namesAreLost) {
        if (expression instanceof CompositeStringExpression composite) {
            for (Expression part : composite.getExpressions()) {
                check(part, variables, namesAreLost);
            }
        } else if (expression instanceof SpelExpression spel) {
            new ExpressionCheck(variables, namesAreLost).check(spel.getAST(), true);
        }
    }

    private void check(SpelNode node, boolean aboutRoot) {
        if (node instanceof VariableReference) {
            variable(node.toStringAST().substring(1));
        } else if (aboutRoot && node instanceof PropertyOrFieldReference property) {
            property(property.getName());
        }
        // Behind a dot, in brackets and in selections a bare name is about another object.
        boolean others = node instanceof CompoundExpression
                || node instanceof Indexer
                || node instanceof Projection
                || node instanceof Selection
                || node instanceof InlineMap;
        for (int i = 0; i < node.getChildCount(); i++) {
            check(node.getChild(i), aboutRoot && (!others || (i == 0 && node instanceof CompoundExpression)));
        }
    }

    private void variable(String name) {
        if (!ALWAYS.contains(name) && !variables.contains(name)) {
            throw new IllegalStateException("there is no #" + name + ", only "
                    + (variables.isEmpty() ? "#root" : "#" + String.join(", #", variables) + " and #root")
                    + (namesAreLost ? " (names of parameters are there only when compiled with -parameters)" : ""));
        }
    }

    private void property(String name) {
        if (!OF_ROOT.contains(name)) {
            throw new IllegalStateException(
                    "\"" + name + "\" stands for nothing; a parameter is written #" + name + ", a text '" + name + "'");
        }
    }
}
