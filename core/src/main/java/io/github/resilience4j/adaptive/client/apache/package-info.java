/**
 * Apache HttpClient 5, classic and asynchronous: {@code AdaptiveHttpComponents.limit(builder, calls)}, see
 * {@link io.github.resilience4j.adaptive.client.apache.AdaptiveHttpComponents}. Needs
 * {@code org.apache.httpcomponents.client5:httpclient5}.
 */
@NullMarked
package io.github.resilience4j.adaptive.client.apache;

import org.jspecify.annotations.NullMarked;
