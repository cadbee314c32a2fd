package io.github.resilience4j.adaptive.spring.internal;

import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.BindResult;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** What is neither on nor off ends the start. */
final class OnSwitch extends SpringBootCondition {

    @Override
    public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata metadata) {
        String property =
                metadata.getAnnotations().get(ConditionalOnSwitch.class).getString("value");
        BindResult<Boolean> written = Binder.get(context.getEnvironment()).bind(property, Boolean.class);
        boolean isOn = !written.isBound() || written.get();
        return new ConditionOutcome(isOn, property + (isOn ? " is on" : " is off"));
    }
}
