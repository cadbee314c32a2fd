/**
 * gRPC: {@code .intercept(AdaptiveGrpcInterceptor.of(calls))} on a channel or a stub, see
 * {@link io.github.resilience4j.adaptive.client.grpc.AdaptiveGrpcInterceptor}. Needs {@code io.grpc:grpc-api}.
 */
@NullMarked
package io.github.resilience4j.adaptive.client.grpc;

import org.jspecify.annotations.NullMarked;
