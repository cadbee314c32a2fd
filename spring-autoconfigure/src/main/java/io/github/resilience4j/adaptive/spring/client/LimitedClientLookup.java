package io.github.resilience4j.adaptive.spring.client;

import io.github.resilience4j.adaptive.client.OutgoingCalls;
import java.util.Optional;
import org.springframework.beans.factory.ObjectProvider;

/**
 * How the requests of a client leave, for those who are asked while the application is still being built. Where no property
 * is set it touches no limiter: what limiters are made of may itself need a client.
 */
record LimitedClientLookup(ObjectProvider<LimitedClientProperties> properties, ObjectProvider<LimitedClients> clients) {

    /** Empty if that kind has no limiter. */
    Optional<OutgoingCalls> of(ClientKind kind) {
        return kind.settings(properties.getObject()).limiter() == null
                ? Optional.empty()
                : clients.getObject().of(kind);
    }
}
