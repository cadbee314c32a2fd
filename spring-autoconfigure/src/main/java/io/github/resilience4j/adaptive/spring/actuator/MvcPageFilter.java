package io.github.resilience4j.adaptive.spring.actuator;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.http.server.PathContainer;
import org.springframework.web.filter.OncePerRequestFilter;

/** The policy in a servlet container. */
final class MvcPageFilter extends OncePerRequestFilter {

    private final PagePolicy policy;

    MvcPageFilter(PagePolicy policy) {
        this.policy = policy;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (policy.concerns(PathContainer.parsePath(request.getRequestURI()))) {
            PagePolicy.HEADERS.forEach(response::setHeader);
            if (PagePolicy.refuses(request.getMethod(), request.getContentType())) {
                response.setStatus(PagePolicy.UNSUPPORTED_MEDIA_TYPE);
                return;
            }
        }
        chain.doFilter(request, response);
    }
}
