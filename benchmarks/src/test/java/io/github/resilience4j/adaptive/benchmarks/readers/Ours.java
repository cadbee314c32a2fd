package io.github.resilience4j.adaptive.benchmarks.readers;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.adaptive.outcome.RetryHint;
import io.github.resilience4j.adaptive.outcome.RetryHintReader;

final class Ours implements Client {

    @Override
    public String name() {
        return "ours";
    }

    @Override
    public Seen read(Row row) {
        ResponseView answer = ResponseView.of(row.status(), row.headers(), row.body());
        RetryHint hint = RetryHintReader.standard().read(answer, row.now());
        return hint.isDelay() ? Seen.waits(hint.delay()) : Seen.nothing();
    }
}
