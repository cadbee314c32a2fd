/** OkHttp 5, and with it Retrofit. */
@NullMarked
package io.github.resilience4j.adaptive.client.okhttp;

import org.jspecify.annotations.NullMarked;
