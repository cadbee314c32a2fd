package io.github.resilience4j.adaptive.keypool;

import io.github.resilience4j.adaptive.outcome.ResponseView;
import io.github.resilience4j.core.functions.CheckedFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/** A server that answers by key, and remembers with which keys it was called. */
final class Upstream implements CheckedFunction<ApiKeyLease, ResponseView> {

    private final Map<String, ResponseView> answers = new ConcurrentHashMap<>();
    private final List<String> called = new ArrayList<>();

    static List<ApiKey> keys(int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(i -> ApiKey.of("key-" + i, "sesame-" + i + "-open"))
                .toList();
    }

    Upstream answer(String keyId, ResponseView answer) {
        answers.put(keyId, answer);
        return this;
    }

    @Override
    public synchronized ResponseView apply(ApiKeyLease lease) {
        called.add(lease.keyId());
        return answers.getOrDefault(lease.keyId(), Answer.OK);
    }

    /** With which keys it was called since it was last asked that. */
    synchronized List<String> called() {
        List<String> calls = List.copyOf(called);
        called.clear();
        return calls;
    }
}
