package io.github.resilience4j.adaptive.samples.watcher;

import java.net.http.HttpClient;
import org.springframework.http.client.JdkClientHttpRequestFactory;
import org.springframework.stereotype.Component;
import org.springframework.web.client.RestClient;

/** Asks the API, and knows nothing of limits. */
@Component
final class TrackerClient {

    private final RestClient client;

    TrackerClient(Tracker tracker) {
        HttpClient http =
                HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
        this.client = RestClient.builder()
                .baseUrl(tracker.address().toString())
                .requestFactory(new JdkClientHttpRequestFactory(http))
                .build();
    }

    /** How a thing is; anything but a 200 is thrown. */
    void ask(int thing) {
        var unused = client.get().uri("/things/{thing}", thing).retrieve().toBodilessEntity();
    }
}
