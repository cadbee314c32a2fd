package io.github.resilience4j.adaptive.ratelimiter.internal;

/**
 * Threads that serve many and must not wait for one: those that Reactor marks so, known by the mark, for Reactor may not be
 * there.
 */
final class MayNotWait {

    private static final String MARK = "reactor.core.scheduler.NonBlocking";

    private static final ClassValue<Boolean> MARKED = new ClassValue<>() {
        @Override
        protected Boolean computeValue(Class<?> type) {
            return isMarked(type);
        }
    };

    private MayNotWait() {}

    static boolean isCurrentThread() {
        return MARKED.get(Thread.currentThread().getClass());
    }

    private static boolean isMarked(Class<?> type) {
        for (Class<?> each = type; each != null; each = each.getSuperclass()) {
            for (Class<?> mark : each.getInterfaces()) {
                if (mark.getName().equals(MARK) || isMarked(mark)) {
                    return true;
                }
            }
        }
        return false;
    }
}
