package io.github.resilience4j.adaptive.test;

import io.github.resilience4j.adaptive.queue.QueueStore.Added;
import io.github.resilience4j.adaptive.queue.QueueStore.Claim;
import io.github.resilience4j.adaptive.queue.QueueStore.Depth;
import io.github.resilience4j.adaptive.queue.QueueStore.NewEntry;
import io.github.resilience4j.adaptive.queue.QueueStore.Return;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The rules of a store of one queue, written down as plainly as they can be: a list, and a walk over it for each question. */
final class EntriesOnPaper {

    /** A line on the paper. */
    private static final class Item {
        private final NewEntry what;
        private Duration notBefore = Duration.ZERO;
        private Duration claimedUntil = Duration.ZERO;
        private int heldClaim;
        private int attempts;
        private boolean dead;
        private boolean gone;

        private Item(NewEntry what) {
            this.what = what;
        }
    }

    private final List<Item> items = new ArrayList<>();
    private Duration now = Duration.ofSeconds(1);
    private int claims;

    void advance(Duration time) {
        now = now.plus(time);
    }

    Added submit(NewEntry entry, int capacity) {
        if (items.stream().anyMatch(it -> !it.gone && it.what.idempotencyKey().equals(entry.idempotencyKey()))) {
            return Added.KNOWN;
        }
        if (items.stream().filter(it -> !it.gone).count() >= capacity) {
            return Added.FULL;
        }
        Item item = new Item(entry);
        item.notBefore = now.plus(entry.delay());
        items.add(item);
        return Added.NEW;
    }

    /** Idempotency keys of what is claimed. */
    List<String> claim(Duration lease, int most) {
        List<Item> free = new ArrayList<>();
        for (Item item : items) {
            boolean first = true;
            for (Item other : items) {
                if (other == item || other.gone || other.dead || !sameLine(other, item)) {
                    continue;
                }
                if (items.indexOf(other) < items.indexOf(item) || inHand(other)) {
                    first = false;
                }
            }
            if (first && !item.gone && !item.dead && !inHand(item) && item.notBefore.compareTo(now) <= 0) {
                free.add(item);
            }
        }
        List<String> claimed = new ArrayList<>();
        for (Item item : free.subList(0, Math.min(most, free.size()))) {
            item.claimedUntil = now.plus(lease);
            item.heldClaim = ++claims;
            item.attempts++;
            claimed.add(item.what.idempotencyKey());
        }
        return claimed;
    }

    private static boolean sameLine(Item one, Item other) {
        return one.what.queueKey().equals(other.what.queueKey());
    }

    private boolean inHand(Item item) {
        return item.claimedUntil.compareTo(now) > 0;
    }

    /** The paper's own mark of a claim that was just made; no two are alike. */
    int mark(Claim claim) {
        return item(claim.idempotencyKey()).heldClaim;
    }

    private Item item(String idempotencyKey) {
        return items.stream()
                .filter(it -> it.what.idempotencyKey().equals(idempotencyKey))
                .reduce((first, last) -> last)
                .orElseThrow();
    }

    private boolean held(Item item, int mark) {
        return !item.gone && !item.dead && item.heldClaim == mark;
    }

    boolean complete(Claim claim, int mark) {
        Item item = item(claim.idempotencyKey());
        boolean held = held(item, mark);
        item.gone = item.gone || held;
        return held;
    }

    boolean giveBack(Claim claim, int mark, Return how) {
        Item item = item(claim.idempotencyKey());
        boolean held = held(item, mark);
        if (held) {
            item.heldClaim = 0;
            item.claimedUntil = Duration.ZERO;
            item.notBefore = now.plus(how.delay());
            item.attempts = how.attempts();
            item.dead = how.dead();
        }
        return held;
    }

    void extend(Claim claim, int mark, Duration lease) {
        Item item = item(claim.idempotencyKey());
        if (held(item, mark)) {
            item.claimedUntil = now.plus(lease);
        }
    }

    boolean revive(String idempotencyKey) {
        Item item = item(idempotencyKey);
        boolean dead = !item.gone && item.dead;
        if (dead) {
            item.dead = false;
            item.attempts = 0;
            item.notBefore = now;
        }
        return dead;
    }

    boolean discard(String idempotencyKey) {
        Item item = item(idempotencyKey);
        boolean dead = !item.gone && item.dead;
        item.gone = item.gone || dead;
        return dead;
    }

    boolean isOccupied(String queueKey) {
        return items.stream()
                .anyMatch(it -> !it.gone && !it.dead && it.what.queueKey().equals(queueKey));
    }

    Depth depth() {
        return new Depth(
                items.stream().filter(it -> !it.gone && !it.dead).count(),
                items.stream().filter(it -> !it.gone && !it.dead && inHand(it)).count(),
                items.stream().filter(it -> !it.gone && it.dead).count());
    }

    /** Idempotency keys and attempts of what is there, the oldest first. */
    List<String> entries(boolean dead) {
        return items.stream()
                .filter(it -> !it.gone && it.dead == dead)
                .map(it -> it.what.idempotencyKey() + " " + it.attempts)
                .toList();
    }
}
