package io.github.resilience4j.adaptive.benchmarks.readers;

import feign.Request;
import feign.Request.HttpMethod;
import feign.Response;
import feign.RetryableException;
import feign.codec.DefaultErrorDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Its error decoder tells the moment of the next call, against the system's clock. */
final class Feign implements Client {

    @Override
    public String name() {
        return "Feign";
    }

    @Override
    public Seen read(Row row) {
        try {
            Long moment = momentOf(row);
            if (moment == null) {
                return Seen.nothing();
            }
            if (moment < 0) {
                return Seen.waits(Duration.ofMillis(moment));
            }
            return Seen.waits(
                    isAbsolute(row, moment)
                            ? Duration.ofMillis(Math.max(0, moment - row.now().toEpochMilli()))
                            : relative(row));
        } catch (RuntimeException e) {
            return Seen.fails(e);
        }
    }

    /** The decoder looks at the clock after us: the shortest of some is right to a few milliseconds. */
    private static Duration relative(Row row) {
        long shortest = Long.MAX_VALUE;
        for (int i = 0; i < 20; i++) {
            long before = System.currentTimeMillis();
            shortest = Math.min(shortest, Objects.requireNonNull(momentOf(row)) - before);
        }
        return Duration.ofMillis(shortest - Math.floorMod(shortest, 10));
    }

    /** A moment that does not move on with the clock was read from a date. */
    private static boolean isAbsolute(Row row, long moment) {
        long start = System.currentTimeMillis();
        while (System.currentTimeMillis() < start + 20) {
            Thread.onSpinWait();
        }
        return Long.valueOf(moment).equals(momentOf(row));
    }

    private static @Nullable Long momentOf(Row row) {
        Map<String, Collection<String>> headers = new LinkedHashMap<>();
        row.headers().forEach((name, values) -> headers.put(name, new ArrayList<>(values)));
        Request request = Request.create(
                HttpMethod.GET, "http://localhost/", Map.of(), (byte[]) null, StandardCharsets.UTF_8, null);
        Response response = Response.builder()
                .status(row.status())
                .reason("")
                .headers(headers)
                .body(row.body(), StandardCharsets.UTF_8)
                .request(request)
                .build();
        Exception error = new DefaultErrorDecoder().decode("call", response);
        return error instanceof RetryableException retryable ? retryable.retryAfter() : null;
    }
}
