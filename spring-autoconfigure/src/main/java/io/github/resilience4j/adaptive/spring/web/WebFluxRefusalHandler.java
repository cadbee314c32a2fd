package io.github.resilience4j.adaptive.spring.web;

import org.springframework.core.Ordered;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.server.reactive.ServerHttpResponse;
import org.springframework.web.ErrorResponse;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.server.ServerWebExchange;
import org.springframework.web.server.WebExceptionHandler;
import reactor.core.publisher.Mono;

/** Answers refusals in WebFlux: after handlers of controllers, before Boot's page of errors. */
final class WebFluxRefusalHandler implements WebExceptionHandler, Ordered {

    private final WebRefusals refusals;

    WebFluxRefusalHandler(WebRefusals refusals) {
        this.refusals = refusals;
    }

    /** Boot's own is at -1; a handler of the user's in the same place comes first, since beans of users do. */
    @Override
    public int getOrder() {
        return -2;
    }

    @Override
    public Mono<Void> handle(ServerWebExchange exchange, Throwable error) {
        ServerHttpResponse response = exchange.getResponse();
        RefusalAnswer answer = response.isCommitted() || saysItsOwnStatus(error)
                ? null
                : refusals.answer(error).orElse(null);
        if (answer == null) {
            return Mono.error(error);
        }
        response.setStatusCode(HttpStatusCode.valueOf(RefusalAnswer.STATUS));
        answer.retryAfter().ifPresent(seconds -> response.getHeaders().set("Retry-After", Long.toString(seconds)));
        response.getHeaders().setContentType(MediaType.parseMediaType(RefusalAnswer.CONTENT_TYPE));
        byte[] body = answer.body();
        response.getHeaders().setContentLength(body.length);
        return response.writeWith(
                Mono.fromSupplier(() -> response.bufferFactory().wrap(body)));
    }

    // MVC asks for these before it asks us; here nobody else has.
    private static boolean saysItsOwnStatus(Throwable error) {
        return error instanceof ErrorResponse
                || AnnotatedElementUtils.hasAnnotation(error.getClass(), ResponseStatus.class);
    }
}
