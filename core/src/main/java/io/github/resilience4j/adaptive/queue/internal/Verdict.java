package io.github.resilience4j.adaptive.queue.internal;

import java.time.Duration;

/** What becomes of an entry whose handler has ended. */
sealed interface Verdict {

    /** It goes. */
    record Done() implements Verdict {}

    /** Our own side refused: it waits, and this was no attempt. */
    record PutBack(Duration delay) implements Verdict {}

    /** It failed and is tried again. */
    record Again(Duration delay) implements Verdict {}

    /** It is given up. */
    record Bury() implements Verdict {}
}
