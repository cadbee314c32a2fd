package io.github.resilience4j.adaptive.spring.actuator;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.server.PathContainer;
import org.springframework.http.server.PathContainer.PathSegment;

/**
 * What holds for every request to the endpoint, whoever serves it. Boot takes the values of a command from the address too, so
 * that another site could send one in a form, with the cookies of whoever looks at it. One in JSON it cannot send.
 */
final class PagePolicy {

    /** Nothing from elsewhere, nothing inline, in nobody's frame. */
    static final String CONTENT_SECURITY =
            "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
                    + "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy", CONTENT_SECURITY,
            "X-Content-Type-Options", "nosniff",
            "Referrer-Policy", "no-referrer",
            "Cache-Control", "no-store");

    static final int UNSUPPORTED_MEDIA_TYPE = 415;

    private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
    private static final Pattern JSON = Pattern.compile("(?i)application/([\\w.+-]+\\+)?json\\s*(;.*)?");

    private final String endpoint;

    /** Takes the endpoint's path, as {@code /actuator/adaptive}. */
    PagePolicy(String endpoint) {
        this.endpoint = endpoint;
    }

    /** Whether it is a path of the endpoint, decoded as Spring does before it looks for who serves it. */
    boolean concerns(PathContainer path) {
        StringBuilder decoded = new StringBuilder();
        path.elements()
                .forEach(each -> decoded.append(each instanceof PathSegment part ? part.valueToMatch() : each.value()));
        return decoded.toString().endsWith(endpoint) || decoded.indexOf(endpoint + "/") >= 0;
    }

    /** Whether it would change something and is in no form that only our own page can send. */
    static boolean refuses(String method, @Nullable String contentType) {
        return !READING.contains(method)
                && (contentType == null || !JSON.matcher(contentType).matches());
    }
}
