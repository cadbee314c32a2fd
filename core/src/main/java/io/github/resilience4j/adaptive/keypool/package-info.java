/**
 * API keys that rotate: {@link io.github.resilience4j.adaptive.keypool.ApiKeyPool} sends each call with a key that works, benches
 * those that do not for as long as their answers say, and finds out by pings when they do again. No secret leaves it but
 * in the lease that a call is handed.
 *
 * <pre>{@code
 * ApiKeyPool pool = ApiKeyPool.of("maps", ApiKeyPoolConfig.ofDefaults(), List.of(
 *         ApiKey.of("key-1", System.getenv("MAPS_KEY_1")),
 *         ApiKey.of("key-2", System.getenv("MAPS_KEY_2"))));
 * HttpResponse<String> answer = pool.execute(lease -> HttpClient.newHttpClient().send(
 *         HttpRequest.newBuilder(URI.create("https://maps.example/geo"))
 *                 .header("X-Api-Key", lease.secret())
 *                 .build(),
 *         BodyHandlers.ofString()));
 * }</pre>
 */
@NullMarked
package io.github.resilience4j.adaptive.keypool;

import org.jspecify.annotations.NullMarked;
