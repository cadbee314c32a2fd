package io.github.resilience4j.adaptive.spring.aspect;

import org.jspecify.annotations.Nullable;
import org.springframework.expression.EvaluationException;
import org.springframework.expression.Expression;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/** What stands in an annotation, made ready once: a constant, or SpEL over each call. */
final class MethodText {

    /** The variable that holds what a method returned. */
    static final String RESULT = "result";

    private final String what;
    private final String text;
    private final @Nullable Expression expression;
    private final String @Nullable [] parameterNames;
    private final boolean hasResult;
    private final StandardEvaluationContext shared;

    MethodText(
            String what,
            String text,
            @Nullable Expression expression,
            String @Nullable [] parameterNames,
            boolean hasResult,
            StandardEvaluationContext shared) {
        this.what = what;
        this.text = text;
        this.expression = expression;
        this.parameterNames = parameterNames;
        this.hasResult = hasResult;
        this.shared = shared;
    }

    /** The text itself, or null if it must be asked of each call. */
    @Nullable
    String constant() {
        return expression == null ? text : null;
    }

    /** Not null. */
    Object valueFor(MethodCall call) {
        return valueFor(call, null);
    }

    Object valueFor(MethodCall call, @Nullable Object result) {
        if (expression == null) {
            return text;
        }
        Object value;
        try {
            value = expression.getValue(contextOf(call, result));
        } catch (EvaluationException e) {
            throw new IllegalStateException(what + " = \"" + text + "\" failed: " + e.getMessage(), e);
        }
        if (value == null) {
            throw wrong("null");
        }
        return value;
    }

    /** Not blank. */
    String nameFor(MethodCall call) {
        return textFor(call, null);
    }

    String textFor(MethodCall call, @Nullable Object result) {
        Object value = valueFor(call, result);
        String name = value.toString();
        if (name == null || name.isBlank()) {
            throw wrong("a blank text");
        }
        return name;
    }

    IllegalStateException wrong(Object value) {
        return new IllegalStateException(what + " = \"" + text + "\" came out as " + value);
    }

    // Beans, and what is known of types already, are those of all calls.
    private StandardEvaluationContext contextOf(MethodCall call, @Nullable Object result) {
        StandardEvaluationContext context = new StandardEvaluationContext(call);
        shared.applyDelegatesTo(context);
        Object[] arguments = call.getArgs();
        for (int i = 0; i < arguments.length; i++) {
            context.setVariable("p" + i, arguments[i]);
            context.setVariable("a" + i, arguments[i]);
            if (parameterNames != null && i < parameterNames.length) {
                context.setVariable(parameterNames[i], arguments[i]);
            }
        }
        if (hasResult) {
            context.setVariable(RESULT, result);
        }
        return context;
    }
}
