/** gRPC behind a limiter, with the real client and real servers. */
@NullMarked
package io.github.resilience4j.adaptive.client.grpc;

import org.jspecify.annotations.NullMarked;
