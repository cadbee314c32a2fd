package io.github.resilience4j.adaptive.samples.geocode;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;

/** Asks the geocoder with a key. */
final class GeocoderClient {

    private final HttpClient http = HttpClient.newHttpClient();
    private final URI address;

    GeocoderClient(URI address) {
        this.address = address;
    }

    HttpResponse<String> locate(String street, String secret) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(address + "?q=" + street))
                .timeout(Duration.ofSeconds(10))
                .header(Geocoder.KEY_HEADER, secret)
                .build();
        return http.send(request, BodyHandlers.ofString());
    }
}
