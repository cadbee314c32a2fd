package io.github.resilience4j.adaptive.spring.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.context.annotation.Conditional;

/**
 * Only where a switch is not off, read as binding reads it: Boot's own condition compares texts, so that {@code off} would be
 * bound as false and leave everything on.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.TYPE, ElementType.METHOD})
@Conditional(OnSwitch.class)
public @interface ConditionalOnSwitch {

    /** The name of the property; without it the switch is on. */
    String value();
}
