/**
 * OkHttp 5, and with it Retrofit: {@code .addInterceptor(AdaptiveInterceptor.of(calls))}, see
 * {@link io.github.resilience4j.adaptive.client.okhttp.AdaptiveInterceptor}. Needs {@code com.squareup.okhttp3:okhttp-jvm}.
 */
@NullMarked
package io.github.resilience4j.adaptive.client.okhttp;

import org.jspecify.annotations.NullMarked;
