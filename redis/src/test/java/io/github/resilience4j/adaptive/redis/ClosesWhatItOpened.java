package io.github.resilience4j.adaptive.redis;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;

/** A test that closes what it has opened, the last first. */
abstract class ClosesWhatItOpened {

    private final List<AutoCloseable> open = new ArrayList<>();

    <T extends AutoCloseable> T opened(T resource) {
        open.add(resource);
        return resource;
    }

    @AfterEach
    void close() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }
}
