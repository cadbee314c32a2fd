package io.github.resilience4j.adaptive.spring.web;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.web.servlet.HandlerExceptionResolver;
import org.springframework.web.servlet.ModelAndView;

/** Answers refusals in MVC, after everybody else has had a look. */
final class MvcRefusalResolver implements HandlerExceptionResolver {

    private static final Logger LOG = LoggerFactory.getLogger(MvcRefusalResolver.class);

    private final WebRefusals refusals;

    MvcRefusalResolver(WebRefusals refusals) {
        this.refusals = refusals;
    }

    @Override
    public @Nullable ModelAndView resolveException(
            HttpServletRequest request, HttpServletResponse response, @Nullable Object handler, Exception error) {
        RefusalAnswer answer =
                response.isCommitted() ? null : refusals.answer(error).orElse(null);
        if (answer == null) {
            return null;
        }
        response.resetBuffer();
        response.setStatus(RefusalAnswer.STATUS);
        answer.retryAfter().ifPresent(seconds -> response.setHeader("Retry-After", Long.toString(seconds)));
        response.setContentType(RefusalAnswer.CONTENT_TYPE);
        byte[] body = answer.body();
        response.setContentLength(body.length);
        try {
            response.getOutputStream().write(body);
        } catch (IOException | IllegalStateException e) {
            // The client has gone, or somebody writes text already: the status says what matters.
            LOG.debug("The body of a refusal could not be written", e);
        }
        return new ModelAndView();
    }
}
