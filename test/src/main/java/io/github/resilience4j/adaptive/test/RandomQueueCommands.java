package io.github.resilience4j.adaptive.test;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.queue.QueuePayload;
import io.github.resilience4j.adaptive.queue.QueueStore;
import io.github.resilience4j.adaptive.queue.QueueStore.Added;
import io.github.resilience4j.adaptive.queue.QueueStore.Claim;
import io.github.resilience4j.adaptive.queue.QueueStore.NewEntry;
import io.github.resilience4j.adaptive.queue.QueueStore.Return;
import io.github.resilience4j.adaptive.queue.QueueStore.Submitted;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;

/** Random commands to a store and to the paper, whose answers must be the same. */
final class RandomQueueCommands {

    private static final String QUEUE = "orders";
    private static final int CAPACITY = 12;

    /** Minutes, so that what a real clock adds decides nothing. */
    private static final Duration MINUTE = Duration.ofMinutes(1);

    private record Held(Claim claim, int mark) {}

    private final EntriesOnPaper paper = new EntriesOnPaper();
    private final Map<String, Long> ids = new HashMap<>();
    private final List<Held> held = new ArrayList<>();
    private final QueueStore store;
    private final Consumer<Duration> advance;
    private final Random random;
    private int keys;

    RandomQueueCommands(QueueStore store, Consumer<Duration> advance, long seed) {
        this.store = store;
        this.advance = advance;
        this.random = new Random(seed);
    }

    void run(int commands) {
        for (int i = 0; i < commands; i++) {
            String command = "command " + i + ": ";
            switch (random.nextInt(12)) {
                case 0, 1, 2 -> submit(command + "submit");
                case 3, 4, 5 -> claim(command + "claim");
                case 6 -> complete(command + "complete");
                case 7, 8 -> giveBack(command + "give back");
                case 9 -> extend();
                case 10 -> dead(command + "dead letters");
                default -> advance();
            }
            compare(command);
        }
    }

    private Duration minutes() {
        return MINUTE.multipliedBy(random.nextInt(4));
    }

    private void submit(String command) {
        boolean known = keys > 0 && random.nextInt(4) == 0;
        String idempotencyKey = "e" + (known ? 1 + random.nextInt(keys) : ++keys);
        NewEntry entry =
                new NewEntry("line " + random.nextInt(4), idempotencyKey, QueuePayload.of(new byte[] {1}), minutes());
        Submitted submitted = store.submit(QUEUE, entry, CAPACITY);
        assertThat(submitted.added()).as(command).isEqualTo(paper.submit(entry, CAPACITY));
        if (submitted.added() == Added.NEW) {
            ids.put(idempotencyKey, submitted.id());
        } else if (submitted.added() == Added.KNOWN) {
            assertThat(submitted.id()).as(command).isEqualTo(ids.get(idempotencyKey));
        }
    }

    private void claim(String command) {
        Duration lease = minutes().plus(MINUTE);
        int most = 1 + random.nextInt(3);
        List<Claim> claims = store.claim(QUEUE, "me", lease, most);
        assertThat(claims.stream().map(Claim::idempotencyKey))
                .as(command)
                .containsExactlyElementsOf(paper.claim(lease, most));
        claims.forEach(claim -> held.add(new Held(claim, paper.mark(claim))));
    }

    private void complete(String command) {
        if (!held.isEmpty()) {
            Held it = held.get(random.nextInt(held.size()));
            assertThat(store.complete(QUEUE, it.claim())).as(command).isEqualTo(paper.complete(it.claim(), it.mark()));
        }
    }

    private void giveBack(String command) {
        if (!held.isEmpty()) {
            Held it = held.get(random.nextInt(held.size()));
            Return how = new Return(minutes(), random.nextInt(3), "broken", random.nextInt(3) == 0);
            assertThat(store.giveBack(QUEUE, it.claim(), how))
                    .as(command)
                    .isEqualTo(paper.giveBack(it.claim(), it.mark(), how));
        }
    }

    private void extend() {
        if (!held.isEmpty()) {
            Held it = held.get(random.nextInt(held.size()));
            Duration lease = minutes().plus(MINUTE);
            store.extend(QUEUE, List.of(it.claim()), lease);
            paper.extend(it.claim(), it.mark(), lease);
        }
    }

    private void dead(String command) {
        if (ids.isEmpty()) {
            return;
        }
        List<String> known = ids.keySet().stream().sorted().toList();
        String key = known.get(random.nextInt(known.size()));
        long id = ids.getOrDefault(key, 0L);
        if (random.nextBoolean()) {
            assertThat(store.revive(QUEUE, id)).as(command).isEqualTo(paper.revive(key));
        } else {
            assertThat(store.discard(QUEUE, id)).as(command).isEqualTo(paper.discard(key));
        }
    }

    private void advance() {
        Duration time = minutes();
        advance.accept(time);
        paper.advance(time);
    }

    private void compare(String command) {
        String line = "line " + random.nextInt(4);
        assertThat(store.isOccupied(QUEUE, line)).as(command + line).isEqualTo(paper.isOccupied(line));
        assertThat(store.depth(QUEUE)).as(command + "depth").isEqualTo(paper.depth());
        for (boolean dead : new boolean[] {false, true}) {
            assertThat(store.entries(QUEUE, dead, 100).stream()
                            .map(entry -> entry.idempotencyKey() + " " + entry.attempts()))
                    .as(command + "entries")
                    .containsExactlyElementsOf(paper.entries(dead));
        }
    }
}
