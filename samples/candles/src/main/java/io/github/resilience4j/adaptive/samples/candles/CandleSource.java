package io.github.resilience4j.adaptive.samples.candles;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;

/** Where candles come from, page by page. */
@FunctionalInterface
interface CandleSource {

    HttpResponse<String> ask(Range page) throws IOException, InterruptedException;

    /** The candles in an answer. */
    static List<Candle> candles(HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() != 200) {
            throw new IOException("the upstream answered " + answer.statusCode());
        }
        return answer.body().lines().map(Candle::ofLine).toList();
    }
}
