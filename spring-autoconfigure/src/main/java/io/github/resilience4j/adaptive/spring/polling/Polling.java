package io.github.resilience4j.adaptive.spring.polling;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Marks a method, or all methods of a class, that runs by itself and not because a person asked: one with
 * {@code @Scheduled}, for instance. While the {@link PollingSwitch} is off it is not run; see there.
 *
 * <p>The method returns nothing that anybody needs: {@code void}, or a future, a stage, a {@code Mono} or a {@code Flux}, which
 * are empty then. Any other fails the start; of a class only the methods that return nothing are meant.
 *
 * <p>It takes no permits. A method with {@code @AdaptiveRateLimit(background = true)} need not be marked besides. Can be used
 * as a meta-annotation.
 *
 * @since 0.1
 */
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE, ElementType.ANNOTATION_TYPE})
public @interface Polling {}
