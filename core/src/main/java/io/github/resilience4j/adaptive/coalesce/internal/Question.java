package io.github.resilience4j.adaptive.coalesce.internal;

/** What a caller wants: how old a value may be and how long it waits, in nanoseconds. */
record Question<K>(K key, long maxAge, long patience) {

    private static final long REFRESH = -1;

    static <K> Question<K> refresh(K key, long patience) {
        return new Question<>(key, REFRESH, patience);
    }

    boolean isRefresh() {
        return maxAge == REFRESH;
    }
}
