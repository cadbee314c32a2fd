package io.github.resilience4j.adaptive.benchmarks.readers;

import java.time.Duration;

/** A client that may wait before it calls again. */
interface Client {

    /** What can be seen of how it understands an answer. */
    record Seen(String cell, boolean comparable) {

        static Seen waits(Duration wait) {
            return new Seen(Row.text(wait), true);
        }

        /** It takes nothing from the answer: it does not call again, or after a time of its own. */
        static Seen nothing() {
            return new Seen(Row.NO_WAIT, true);
        }

        static Seen fails(Throwable error) {
            return new Seen("throws " + error.getClass().getSimpleName(), true);
        }
    }

    String name();

    Seen read(Row row) throws Exception;
}
