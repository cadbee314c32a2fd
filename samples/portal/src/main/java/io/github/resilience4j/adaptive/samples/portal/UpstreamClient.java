package io.github.resilience4j.adaptive.samples.portal;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Calls the upstream, and admits in each call whether it has read of a pause that is not over: nobody else can know. */
final class UpstreamClient {

    static final String IN_PAUSE = "In-Pause";

    private final URI upstream;
    private final KnownPause pause = new KnownPause();
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    UpstreamClient(URI upstream) {
        this.upstream = upstream;
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(upstream.resolve(path))
                .header(IN_PAUSE, Boolean.toString(pause.isKnown(System.nanoTime())))
                .build();
        HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
        answer.headers()
                .firstValueAsLong("Retry-After")
                .ifPresent(seconds -> pause.read(Duration.ofSeconds(seconds), System.nanoTime()));
        return answer;
    }

    /** What was asked for; anything else is no answer to show or to share. */
    static String body(HttpResponse<String> answer) throws IOException {
        if (answer.statusCode() != 200) {
            throw new IOException("the upstream answered " + answer.statusCode());
        }
        return answer.body();
    }
}
