package io.github.resilience4j.adaptive.keypool.internal;

/** Who is told that there are benches that stand, and which of them were wrong. Never makes the teller wait. */
interface BenchNews {

    BenchNews NONE = new BenchNews() {
        @Override
        public void benched() {}

        @Override
        public void cleared(String fingerprint, Bench bench) {}
    };

    /** A key has a bench that it had not. */
    void benched();

    /** A bench was wrong; the fingerprint is that of the key, empty if it has another secret by now. */
    void cleared(String fingerprint, Bench bench);
}
