package io.github.resilience4j.adaptive.spring.aspect;

import io.github.resilience4j.spring6.retry.configure.RetryAspect;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.SmartInitializingSingleton;

/** Says when somebody's order of aspects makes retries pass the limiter by. */
final class RetryOrderCheck implements SmartInitializingSingleton {

    private static final Logger LOG = LoggerFactory.getLogger(RetryOrderCheck.class);

    private final ObjectProvider<RetryAspect> retries;
    private final List<AnnotationAdvisor> advisors;

    RetryOrderCheck(ObjectProvider<RetryAspect> retries, List<AnnotationAdvisor> advisors) {
        this.retries = retries;
        this.advisors = advisors;
    }

    @Override
    public void afterSingletonsInstantiated() {
        complaints().forEach(LOG::warn);
    }

    List<String> complaints() {
        List<String> complaints = new ArrayList<>();
        retries.forEach(retry -> advisors.forEach(advisor -> check(retry.getOrder(), advisor, complaints)));
        return complaints;
    }

    private static void check(int retryOrder, AnnotationAdvisor advisor, List<String> complaints) {
        int order = advisor.getOrder();
        if (advisor.methods() instanceof LimitedMethods && retryOrder >= order) {
            complaints.add("@Retry (order " + retryOrder + ") is inside of @AdaptiveRateLimit (order " + order
                    + "): its further attempts take no permits and their answers teach the limiter nothing. "
                    + whatToChange("adaptive-rate-limit"));
        }
        if (advisor.methods() instanceof CoalescedMethods && retryOrder <= order) {
            complaints.add("@Retry (order " + retryOrder + ") is outside of @Coalesce (order " + order
                    + "): whoever joins a call that fails calls again by itself. " + whatToChange("coalesce"));
        }
    }

    private static String whatToChange(String annotation) {
        return "See resilience4j.retry.retry-aspect-order and " + AnnotationsProperties.PREFIX + "." + annotation
                + ".aspect-order; smaller is further out";
    }
}
