package io.github.resilience4j.adaptive.samples.portal;

import java.time.Duration;
import java.util.Optional;

/**
 * What stands between a portal and its upstream.
 *
 * @param people the way for calls that people wait for
 * @param polls the way for polls
 * @param protection the limiter, if there is one
 * @param shared what shares answers, if anything does
 */
record Wiring(Lane people, Lane polls, Optional<Protection> protection, Optional<SharedAnswers> shared)
        implements AutoCloseable {

    /** How long a shared call may wait in line: it is not one caller's, so neither is its patience. */
    private static final Duration CALL = Duration.ofMinutes(1);

    static Wiring unprotected(UpstreamClient upstream) {
        Lane plain = path -> UpstreamClient.body(upstream.get(path));
        return new Wiring(plain, plain, Optional.empty(), Optional.empty());
    }

    static Wiring limited(Story story, UpstreamClient upstream) {
        Protection protection = protection(story, story.patience());
        return new Wiring(
                path -> UpstreamClient.body(protection.forPeople(() -> upstream.get(path))),
                path -> UpstreamClient.body(protection.forPolls(() -> upstream.get(path))),
                Optional.of(protection),
                Optional.empty());
    }

    static Wiring shared(Story story, UpstreamClient upstream) {
        Protection protection = protection(story, CALL);
        SharedAnswers answers =
                new SharedAnswers(story.listLife(), story.slotLife(), story.patience(), System::nanoTime);
        Lane all = answers.before(path -> UpstreamClient.body(protection.forPeople(() -> upstream.get(path))));
        return new Wiring(all, all, Optional.of(protection), Optional.of(answers));
    }

    private static Protection protection(Story story, Duration patience) {
        return new Protection(story.configuredLimit(), story.window(), story.pieces(), patience, System::nanoTime);
    }

    @Override
    public void close() {
        shared.ifPresent(SharedAnswers::close);
        protection.ifPresent(Protection::close);
    }
}
