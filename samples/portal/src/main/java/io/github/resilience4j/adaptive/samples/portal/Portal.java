package io.github.resilience4j.adaptive.samples.portal;

import static java.util.concurrent.TimeUnit.NANOSECONDS;

import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/** Shows what the upstream knows: the list of slots and what is in each. That takes 1 + 11 calls, every time. */
final class Portal {

    static final int PIECES = 1 + Upstream.SLOTS;

    private final UpstreamClient upstream;
    private final Lane people;
    private final Lane polls;
    private final Duration patience;
    private final Executor workers;

    Portal(UpstreamClient upstream, Lane people, Lane polls, Duration patience, Executor workers) {
        this.upstream = upstream;
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
                .thenApply(pieces -> new Page(pieces.size() == PIECES, Duration.ofNanos(System.nanoTime() - asked)));
    }

    /** A part of an open page asks for news; gives what could be had, by path. */
    CompletableFuture<Map<String, String>> poll() {
        return load(polls);
    }

    private CompletableFuture<Map<String, String>> load(Lane lane) {
        Map<String, String> pieces = new ConcurrentHashMap<>();
        return fetch(lane, Upstream.LIST, pieces)
                .thenCompose(list -> CompletableFuture.allOf(
                        list.lines().map(slot -> fetch(lane, slot, pieces)).toArray(CompletableFuture<?>[]::new)))
                .thenApply(done -> pieces);
    }

    /** A piece, which is put to the others; empty if it cannot be had. */
    private CompletableFuture<String> fetch(Lane lane, String path, Map<String, String> pieces) {
        return CompletableFuture.supplyAsync(() -> ask(lane, path), workers).thenApply(piece -> {
            piece.ifPresent(body -> pieces.put(path, body));
            return piece.orElse("");
        });
    }

    private Optional<String> ask(Lane lane, String path) {
        try {
            HttpResponse<String> answer = lane.send(() -> upstream.get(path));
            return answer.statusCode() == 200 ? Optional.of(answer.body()) : Optional.empty();
        } catch (Exception e) {
            // Turned away on our side, or no connection: to people and to polls it is the same, a piece is missing.
            return Optional.empty();
        }
    }
}
