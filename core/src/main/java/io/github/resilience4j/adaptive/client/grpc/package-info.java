/** gRPC. */
@NullMarked
package io.github.resilience4j.adaptive.client.grpc;

import org.jspecify.annotations.NullMarked;
