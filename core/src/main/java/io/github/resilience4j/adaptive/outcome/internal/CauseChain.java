package io.github.resilience4j.adaptive.outcome.internal;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A throwable and its causes, from the outside in. Ends whatever the causes do: loop, go on for ever, or throw. */
final class CauseChain {

    // Nobody wraps that often; a getCause() that makes a new exception on every call would.
    private static final int DEEPEST = 100_000;

    private CauseChain() {}

    /** The first answer that is not null; null if there is none. */
    static <T> @Nullable T first(@Nullable Throwable error, Function<Throwable, @Nullable T> question) {
        Throwable link = error;
        // Brent's way to find a loop: a milestone is left behind after 1, 2, 4, 8… links, and a loop comes back to one.
        Throwable milestone = null;
        int nextMilestone = 1;
        for (int depth = 0; link != null && depth < DEEPEST; depth++) {
            T answer = question.apply(link);
            if (answer != null) {
                return answer;
            }
            if (depth == nextMilestone) {
                milestone = link;
                nextMilestone *= 2;
            }
            link = causeOf(link);
            if (link == milestone) {
                return null;
            }
        }
        return null;
    }

    private static @Nullable Throwable causeOf(Throwable error) {
        try {
            return error.getCause();
        } catch (Throwable e) {
            return null;
        }
    }
}
