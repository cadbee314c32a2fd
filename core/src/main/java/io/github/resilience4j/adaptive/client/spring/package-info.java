/** Spring's {@code RestClient}, {@code RestTemplate} and {@code WebClient}. Each needs only its own module of Spring. */
@NullMarked
package io.github.resilience4j.adaptive.client.spring;

import org.jspecify.annotations.NullMarked;
