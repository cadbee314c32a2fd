package io.github.resilience4j.adaptive.samples.portal;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Shows what the upstream knows: the list of slots and what is in each. That takes a call for each. */
final class Portal implements AutoCloseable {

    private final int pieces;
    private final Tracker people;
    private final Tracker polls;
    private final Duration patience;
    private final Executor workers;

    Portal(int pieces, Tracker people, Tracker polls, Duration patience) {
        this(pieces, people, polls, patience, Executors.newCachedThreadPool());
    }

    Portal(int pieces, Tracker people, Tracker polls, Duration patience, Executor workers) {
        this.pieces = pieces;
        this.people = people;
        this.polls = polls;
        this.patience = patience;
        this.workers = workers;
    }

    /** Somebody opens a page, and waits for it with patience. */
    CompletableFuture<Page> open() {
        long asked = System.nanoTime();
        return load(people)
                .completeOnTimeout(Map.of(), patience.toNanos(), NANOSECONDS)
                .thenApply(shown -> new Page(shown.size() == pieces, Duration.ofNanos(System.nanoTime() - asked)));
    }

    /** How many pieces there are. */
    int pieces() {
        return pieces;
    }

    /** A part of an open page asks for news; gives what could be had, by path. */
    CompletableFuture<Map<String, String>> poll() {
        return load(polls);
    }

    private CompletableFuture<Map<String, String>> load(Tracker tracker) {
        Map<String, String> pieces = new ConcurrentHashMap<>();
        return fetch(Upstream.LIST, tracker::list, pieces)
                .thenCompose(list -> CompletableFuture.allOf(list.lines()
                        .map(slot -> fetch(slot, () -> tracker.slot(slot), pieces))
                        .toArray(CompletableFuture<?>[]::new)))
                .thenApply(done -> pieces);
    }

    /** A piece, which is put to the others; empty if it cannot be had. */
    private CompletableFuture<String> fetch(String path, Supplier<String> call, Map<String, String> pieces) {
        return CompletableFuture.supplyAsync(() -> ask(call), workers).thenApply(piece -> {
            piece.ifPresent(body -> pieces.put(path, body));
            return piece.orElse("");
        });
    }

    private static Optional<String> ask(Supplier<String> call) {
        try {
            return Optional.of(call.get());
        } catch (RuntimeException e) {
            // Refused, turned away on our side, or no connection: to people and to polls it is the same, a piece is
            // missing.
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        if (workers instanceof ExecutorService service) {
            service.shutdownNow();
        }
    }
}
