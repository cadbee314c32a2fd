package io.github.resilience4j.adaptive.spring.aspect;

import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;
import org.springframework.core.Ordered;

/**
 * Says when somebody's order of aspects makes retries or breakers pass the limiter by: coalescing is outside of retrying, that
 * outside of the breaker, and that outside of the limiter.
 */
final class OrderCheck implements SmartInitializingSingleton {

    private static final Logger LOG = LoggerFactory.getLogger(OrderCheck.class);

    /** What is wrong with an aspect inside of the limiter, and with one outside of the coalescer. */
    private record Between(String annotation, String property, String insideOfLimiter, String outsideOfCoalescer) {}

    private static final Between RETRY = new Between(
            "@Retry",
            "resilience4j.retry.retry-aspect-order",
            "its further attempts take no permits and their answers teach the limiter nothing",
            "whoever joins a call that fails calls again by itself");
    private static final Between BREAKER = new Between(
            "@CircuitBreaker",
            "resilience4j.circuitbreaker.circuit-breaker-aspect-order",
            "a call that it refuses has taken a permit already",
            "a call that many have joined counts once for each of them");

    private final ObjectProvider<? extends Ordered> retries;
    private final ObjectProvider<? extends Ordered> breakers;
    private final List<AnnotationAdvisor> advisors;

    OrderCheck(
            ObjectProvider<? extends Ordered> retries,
            ObjectProvider<? extends Ordered> breakers,
            List<AnnotationAdvisor> advisors) {
        this.retries = retries;
        this.breakers = breakers;
        this.advisors = advisors;
    }

    @Override
    public void afterSingletonsInstantiated() {
        complaints().forEach(LOG::warn);
    }

    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        retries.forEach(aspect -> check(RETRY, aspect.getOrder(), complaints));
        breakers.forEach(aspect -> check(BREAKER, aspect.getOrder(), complaints));
        return complaints;
    }

    private void check(Between between, int order, List<String> complaints) {
        for (AnnotationAdvisor advisor : advisors) {
            int ours = advisor.getOrder();
            String place = between.annotation + " (order " + order + ") is ";
            if (advisor.methods() instanceof LimitedMethods && order >= ours) {
                complaints.add(place + "inside of @AdaptiveRateLimit (order " + ours + "): " + between.insideOfLimiter
                        + whatToChange(between, "adaptive-rate-limit"));
            }
            if (advisor.methods() instanceof CoalescedMethods && order <= ours) {
                complaints.add(place + "outside of @Coalesce (order " + ours + "): " + between.outsideOfCoalescer
                        + whatToChange(between, "coalesce"));
            }
        }
    }

    private static String whatToChange(Between between, String annotation) {
        return ". See " + between.property + " and " + AnnotationsProperties.PREFIX + "." + annotation
                + ".aspect-order; smaller is further out";
    }
}
