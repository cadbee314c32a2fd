package io.github.resilience4j.adaptive.annotation;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Repeatable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Makes a coalescer forget, after a method has succeeded: stored values go, and calls in flight are not stored. An
 * asynchronous method has succeeded when its result has come. When the method fails, nothing is forgotten; where a write may
 * have been carried out all the same, forget by hand.
 *
 * <p>Exactly one of {@link #key()}, {@link #keyPrefix()} and {@link #all()}. On a class: each public method of it;
 * annotations on a method win over those on its class. May be repeated, and stand on interfaces and on other annotations.
 *
 * <p><em>Texts</em> and <em>expressions</em> are as in {@link AdaptiveRateLimit} and see besides {@code #result}: what the
 * method returned, or what its asynchronous result came to.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
@Repeatable(CoalesceEvict.List.class)
public @interface CoalesceEvict {

    /**
     * The coalescer's name.
     *
     * @return a text; must not come out blank
     */
    String name();

    /**
     * What is no longer true.
     *
     * @return an expression whose value equals a key of {@link Coalesce#key()}; empty for none
     */
    String key() default "";

    /**
     * The beginning of the paths of all keys that are no longer true; needs a coalescer with a {@code keyPath}.
     *
     * @return a text, compared character by character: {@code /a/} and not {@code /a} where {@code /ab} is another thing;
     *     empty for none
     */
    String keyPrefix() default "";

    /**
     * Whether to forget everything.
     *
     * @return true for everything
     */
    boolean all() default false;

    /** Holds several; written by the compiler. */
    @Documented
    @Retention(RetentionPolicy.RUNTIME)
    @Target({ElementType.METHOD, ElementType.TYPE})
    @interface List {

        /**
         * In the order they stand.
         *
         * @return several
         */
        CoalesceEvict[] value();
    }
}
