package io.github.resilience4j.adaptive.spring.aspect;

import java.lang.reflect.Method;
import java.util.LinkedHashSet;
import java.util.Set;
import org.springframework.beans.factory.BeanFactory;
import org.springframework.context.expression.BeanFactoryResolver;
import org.springframework.core.DefaultParameterNameDiscoverer;
import org.springframework.core.ParameterNameDiscoverer;
import org.springframework.core.env.Environment;
import org.springframework.expression.Expression;
import org.springframework.expression.ParseException;
import org.springframework.expression.ParserContext;
import org.springframework.expression.spel.standard.SpelExpressionParser;
import org.springframework.expression.spel.support.StandardEvaluationContext;

/** Makes the texts of annotations ready; what cannot be right is refused here, not by the first call. */
final class MethodTexts {

    private final SpelExpressionParser parser = new SpelExpressionParser();
    private final ParameterNameDiscoverer parameterNames = new DefaultParameterNameDiscoverer();
    private final Environment environment;
    private final StandardEvaluationContext shared = new StandardEvaluationContext();

    MethodTexts(Environment environment, BeanFactory beanFactory) {
        this.environment = environment;
        this.shared.setBeanResolver(new BeanFactoryResolver(beanFactory));
    }

    /** Taken as it is, unless it starts with {@code #} or has <code>#{…}</code> in it. */
    MethodText text(String what, String raw, Method method) {
        return text(what, raw, method, false);
    }

    MethodText text(String what, String raw, Method method, boolean hasResult) {
        String text = resolved(what, raw);
        if (text.contains("#{")) {
            return spel(what, text, method, hasResult, true);
        }
        return text.startsWith("#") ? spel(what, text, method, hasResult, false) : constant(what, text);
    }

    /** Always SpEL. */
    MethodText expression(String what, String raw, Method method) {
        return expression(what, raw, method, false);
    }

    MethodText expression(String what, String raw, Method method, boolean hasResult) {
        String text = resolved(what, raw);
        // Resilience4j's way to write it.
        boolean isTemplate = text.startsWith("#{") && text.endsWith("}");
        return spel(what, text, method, hasResult, isTemplate);
    }

    private MethodText constant(String what, String text) {
        return new MethodText(what, text, null, null, false, shared);
    }

    private MethodText spel(String what, String text, Method method, boolean hasResult, boolean isTemplate) {
        String[] names = parameterNames.getParameterNames(method);
        Set<String> variables = new LinkedHashSet<>();
        if (names != null) {
            variables.addAll(Set.of(names));
        }
        for (int i = 0; i < method.getParameterCount(); i++) {
            variables.add("p" + i);
            variables.add("a" + i);
        }
        if (hasResult) {
            variables.add(MethodText.RESULT);
        }
        Expression expression;
        try {
            expression = isTemplate
                    ? parser.parseExpression(text, ParserContext.TEMPLATE_EXPRESSION)
                    : parser.parseExpression(text);
            ExpressionCheck.check(expression, variables, names == null && method.getParameterCount() > 0);
        } catch (ParseException | IllegalStateException e) {
            throw new IllegalStateException(what + " = \"" + text + "\" is no use: " + e.getMessage(), e);
        }
        return new MethodText(what, text, expression, names, hasResult, shared);
    }

    private String resolved(String what, String raw) {
        try {
            return environment.resolveRequiredPlaceholders(raw);
        } catch (IllegalArgumentException e) {
            throw new IllegalStateException(what + " = \"" + raw + "\": " + e.getMessage(), e);
        }
    }
}
