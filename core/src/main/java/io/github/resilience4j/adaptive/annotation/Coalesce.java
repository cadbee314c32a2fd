package io.github.resilience4j.adaptive.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes equal calls of a method one: who asks for a key while a call for it is in flight joins that call, who asks later may
 * be served from the store. On a class: each public method of it that returns something; an annotation on a method wins
 * over the one on its class. May stand on interfaces and on other annotations.
 *
 * <p>The method runs on the coalescer's executor, not in the caller's thread. What it throws reaches every caller as it
 * was thrown. Results are shared, so they must not be changed, and must not be of a kind that one caller uses up.
 *
 * <p><em>Texts</em> and <em>expressions</em> are as in {@link AdaptiveRateLimit}.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Coalesce {

    /**
     * The coalescer's name.
     *
     * @return a text; must not come out blank
     */
    String name();

    /**
     * What is asked for. Whatever an answer depends on belongs into it; the principal, above all.
     *
     * @return an expression whose value has {@code equals} and {@code hashCode} and is not null; arrays are compared by
     *     their elements. Empty for the arguments: the only one itself, or all of them; on a class together with the method
     */
    String key() default "";

    /**
     * How old a stored value may be for this method's callers, counted from the start of the call that brought it.
     *
     * @return a text: a duration as in a property ({@code 30s}, {@code 500ms}, {@code PT2M}; a bare number is milliseconds),
     *     or SpEL whose value is such a text or a {@code Duration}. {@code 0}: none is good enough, but a call in flight is
     *     joined. Empty for the coalescer's {@code maxAge}
     */
    String maxAge() default "";

    /**
     * Whether to read past the store and past calls in flight, and store what comes.
     *
     * @return true for a new value in any case
     */
    boolean refresh() default false;

    /**
     * The same, where it depends on the call; instead of {@link #refresh()}.
     *
     * @return an expression whose value is a boolean; empty for none
     */
    String refreshExpression() default "";

    /**
     * The method that answers instead when the call fails, as in {@link AdaptiveRateLimit#fallbackMethod()}. What it gives is
     * not stored.
     *
     * @return a text without SpEL, the method's name; empty for none
     */
    String fallbackMethod() default "";
}
