package io.github.resilience4j.adaptive.keypool.internal;

/** Who is told of benches that stand, and of those that were wrong. Never makes the teller wait. */
interface BenchNews {

    BenchNews NONE = new BenchNews() {
        @Override
        public void benched(PooledKey key, Bench bench) {}

        @Override
        public void cleared(PooledKey key, String token) {}
    };

    void benched(PooledKey key, Bench bench);

    void cleared(PooledKey key, String token);
}
