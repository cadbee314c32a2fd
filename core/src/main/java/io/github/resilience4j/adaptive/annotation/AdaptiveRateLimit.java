package io.github.resilience4j.adaptive.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Sends each call of a method through a limiter: it waits for its permits, and what it returns or throws teaches the
 * limiter. On a class: each public method of it; an annotation on a method wins over the one on its class. May stand on
 * interfaces and on other annotations.
 *
 * <p>A refused call is never made and ends with Resilience4j's {@code RequestNotPermitted}: thrown, or as the error of an
 * asynchronous result. Asynchronous calls wait without a thread; a {@code Mono}, {@code Flux} or RxJava 3 type takes its
 * permits, and calls the method, for each subscription.
 *
 * <p>Texts marked <em>text</em> are taken as they are, after <code>${…}</code> was replaced from the environment, unless
 * they start with {@code #} or contain <code>#{…}</code>: those are SpEL. Texts marked <em>expression</em> are always
 * SpEL. SpEL sees the arguments ({@code #name}, {@code #p0}, {@code #a0}), {@code #root.args}, {@code #root.method},
 * {@code #root.methodName}, {@code #root.target}, {@code #root.targetClass} and beans ({@code @bean}).
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface AdaptiveRateLimit {

    /**
     * The limiter's name.
     *
     * @return a text; must not come out blank
     */
    String name();

    /**
     * Permits that a call takes: what it weighs.
     *
     * @return 1 to the limit for a period
     */
    int permits() default 1;

    /**
     * Permits that a call takes, where they depend on the call; instead of {@link #permits()}.
     *
     * @return an expression whose value is a whole number, 1 to the limit for a period; empty for none
     */
    String permitsExpression() default "";

    /**
     * Whether nobody waits for these calls: they take the limiter's lower lane, which never waits and leaves a reserve to
     * the others. Where polling is switched off, a method without a result is not run and ends well, one with a result is
     * refused.
     *
     * @return true for the lower lane
     */
    boolean background() default false;

    /**
     * The method that answers instead when the call is refused or fails, by Resilience4j's conventions: in the same class,
     * with the same parameters and one for the exception behind them (or with that one only), and a result that fits. Of
     * several of that name the one with the nearest exception type is taken; if none takes it, the exception goes on.
     *
     * @return a text without SpEL, the method's name; empty for none
     */
    String fallbackMethod() default "";
}
