package io.github.resilience4j.adaptive.samples.candles;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;

/** Asks the upstream over HTTP. */
final class UpstreamClient implements CandleSource {

    private final URI upstream;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    UpstreamClient(URI upstream) {
        this.upstream = upstream;
    }

    @Override
    public HttpResponse<String> ask(Range page) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(upstream.resolve(page.path())).build(), BodyHandlers.ofString());
    }
}
