package io.github.resilience4j.adaptive.keypool.internal;

import java.net.http.HttpResponse;
import org.jspecify.annotations.Nullable;

/**
 * An answer that nobody gets, because the call goes on with another key or was a ping: left open it would keep its
 * connection.
 */
final class Discarded {

    private Discarded() {}

    static void close(@Nullable Object result) {
        Object open = result instanceof HttpResponse<?> response ? response.body() : result;
        if (open instanceof AutoCloseable closeable) {
            try {
                closeable.close();
            } catch (Throwable e) {
                // The answer is of no use, and neither is what it says in the end.
                return;
            }
        }
    }
}
