package io.github.resilience4j.adaptive.ratelimiter;

import java.util.Optional;

/**
 * Where limiters keep over a restart what they must not forget. {@link FileLimiterStateStore} is one; a table of a
 * database with {@link LimiterState#toText} beside the name is another. It belongs to one process at a time; limits that
 * several processes share are for {@link io.github.resilience4j.adaptive.budget.SharedBudget}.
 *
 * <p>No call waits for it: limiters load when they are made and save on a thread of their own, soon after a pause or a
 * stop. They close neither it nor what is in it.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
public interface LimiterStateStore {

    /**
     * What was saved last. Called once, when a limiter is made, by whoever makes it.
     *
     * @param limiter the name of the limiter
     * @return empty if nothing ever was
     * @throws Exception if something may be there and cannot be read: it is logged, and the limiter begins without permits
     */
    Optional<LimiterState> load(String limiter) throws Exception;

    /**
     * Saves, instead of what was saved before under the same name. Calls come from one daemon thread, one after the other;
     * one limiter's are in order.
     *
     * @param state what to save, with the name of the limiter
     * @throws Exception if that did not work: it is logged once, and tried again until it works
     */
    void save(LimiterState state) throws Exception;
}
