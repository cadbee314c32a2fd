package io.github.resilience4j.adaptive.spring.aspect;

import io.github.resilience4j.spring6.retry.configure.RetryAspect;
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
        retries.forEach(retry -> advisors.forEach(advisor -> check(retry.getOrder(), advisor)));
    }

    private static void check(int retryOrder, AnnotationAdvisor advisor) {
        if (advisor.methods() instanceof LimitedMethods && retryOrder >= advisor.getOrder()) {
            LOG.warn(
                    "@Retry (order {}) is inside of @AdaptiveRateLimit (order {}): its further attempts take no permits and"
                            + " their answers teach the limiter nothing. See resilience4j.retry.retry-aspect-order and"
                            + " {}.adaptive-rate-limit.aspect-order; smaller is further out",
                    retryOrder,
                    advisor.getOrder(),
                    AnnotationsProperties.PREFIX);
        }
        if (advisor.methods() instanceof CoalescedMethods && retryOrder <= advisor.getOrder()) {
            LOG.warn(
                    "@Retry (order {}) is outside of @Coalesce (order {}): whoever joins a call that fails calls again"
                            + " by itself. See resilience4j.retry.retry-aspect-order and {}.coalesce.aspect-order;"
                            + " smaller is further out",
                    retryOrder,
                    advisor.getOrder(),
                    AnnotationsProperties.PREFIX);
        }
    }
}
