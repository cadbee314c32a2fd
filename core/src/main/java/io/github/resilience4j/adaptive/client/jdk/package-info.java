/**
 * The JDK's HTTP client: {@code AdaptiveHttpClient.of(client, calls)} is one too, see
 * {@link io.github.resilience4j.adaptive.client.jdk.AdaptiveHttpClient}. Needs the module {@code java.net.http}.
 */
@NullMarked
package io.github.resilience4j.adaptive.client.jdk;

import org.jspecify.annotations.NullMarked;
