package io.github.resilience4j.adaptive.samples.portal;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerConfig;
import java.time.Duration;
import java.util.Map;
import java.util.function.LongSupplier;

/** What this library adds to that: one answer for all who ask the same while it is young enough for them. */
final class SharedAnswers implements AutoCloseable {

    private final Coalescer<String, String> coalescer;
    private final Duration listLife;
    private final Duration slotLife;

    SharedAnswers(Duration listLife, Duration slotLife, Duration patience, LongSupplier nanoTime) {
        this.coalescer = Coalescer.of(
                "upstream", CoalescerConfig.custom().timeoutDuration(patience).build(), Map.of(), nanoTime);
        this.listLife = listLife;
        this.slotLife = slotLife;
    }

    /** The answer of somebody else, or else one's own: everybody may join a call, so it must leave as a person's. */
    Lane before(Lane people) {
        return path -> coalescer.get(path, life(path), () -> people.ask(path));
    }

    /** Which slots there are must be news at each refresh; what is in them may be older. */
    private Duration life(String path) {
        return path.equals(Upstream.LIST) ? listLife : slotLife;
    }

    @Override
    public void close() {
        coalescer.close();
    }
}
