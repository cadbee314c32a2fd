package io.github.resilience4j.adaptive.spring.actuator;

import org.springframework.core.Ordered;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.server.reactive.ServerHttpRequest;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebFilter;
import org.springframework.web.server.WebFilterChain;
import reactor.core.publisher.Mono;

/** The policy in WebFlux. */
final class WebFluxPageFilter implements WebFilter, Ordered {

    private final PagePolicy policy;

    WebFluxPageFilter(PagePolicy policy) {
        this.policy = policy;
    }

    @Override
    public Mono<Void> filter(ServerWebExchange exchange, WebFilterChain chain) {
        ServerHttpRequest request = exchange.getRequest();
        if (policy.concerns(request.getPath().pathWithinApplication())) {
            HttpHeaders headers = exchange.getResponse().getHeaders();
            PagePolicy.HEADERS.forEach(headers::set);
            String contentType = request.getHeaders().getFirst(HttpHeaders.CONTENT_TYPE);
            if (PagePolicy.refuses(request.getMethod().name(), contentType)) {
                exchange.getResponse().setStatusCode(HttpStatusCode.valueOf(PagePolicy.UNSUPPORTED_MEDIA_TYPE));
                return exchange.getResponse().setComplete();
            }
        }
        return chain.filter(exchange);
    }

    @Override
    public int getOrder() {
        return Ordered.HIGHEST_PRECEDENCE + 100;
    }
}
