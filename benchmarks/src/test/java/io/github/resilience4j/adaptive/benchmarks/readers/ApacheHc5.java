package io.github.resilience4j.adaptive.benchmarks.readers;

import java.time.Duration;
import java.time.Instant;
import org.apache.hc.client5.http.impl.DefaultHttpRequestRetryStrategy;
import org.apache.hc.client5.http.protocol.HttpClientContext;
import org.apache.hc.client5.http.utils.DateUtils;
import org.apache.hc.core5.http.message.BasicHttpResponse;
import org.apache.hc.core5.util.TimeValue;

/**
 * Its retry strategy tells the wait; whether a status is retried at all is asked first. Dates are taken against the
 * system's clock there, so they are read here with the parser it uses.
 */
final class ApacheHc5 implements Client {

    private static final TimeValue OF_ITS_OWN = TimeValue.ofMilliseconds(7_777);

    private final DefaultHttpRequestRetryStrategy strategy = new DefaultHttpRequestRetryStrategy(1, OF_ITS_OWN);

    @Override
    public String name() {
        return "Apache HC5";
    }

    @Override
    public Seen read(Row row) {
        BasicHttpResponse response = new BasicHttpResponse(row.status());
        row.headers().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        HttpClientContext context = HttpClientContext.create();
        try {
            if (!strategy.retryRequest(response, 1, context)) {
                return Seen.nothing();
            }
            String asked = row.first("Retry-After");
            Instant date = asked == null ? null : DateUtils.parseStandardDate(asked);
            if (date != null) {
                return date.isAfter(row.now()) ? Seen.waits(Duration.between(row.now(), date)) : Seen.nothing();
            }
            TimeValue wait = strategy.getRetryInterval(response, 1, context);
            return wait.equals(OF_ITS_OWN) ? Seen.nothing() : Seen.waits(wait.toDuration());
        } catch (RuntimeException e) {
            return Seen.fails(e);
        }
    }
}
