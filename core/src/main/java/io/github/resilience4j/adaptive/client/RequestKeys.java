package io.github.resilience4j.adaptive.client;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * By what requests are told apart that go through limiters of their own.
 *
 * @since 0.1
 */
public final class RequestKeys {

    private static final Pattern SLASH = Pattern.compile("/");

    // RFC 3986 section 3.3: none of these is ever in a path as it is sent.
    private static final Pattern NOT_OF_A_PATH = Pattern.compile("[{}?#]");

    private RequestKeys() {}

    /**
     * A limiter for each host: its name in lower case, with the port if the address names one.
     *
     * @return a function; the key of a request without a host is {@code ""}
     */
    public static Function<OutgoingRequest, String> host() {
        return request -> hostOf(request.uri());
    }

    /**
     * A limiter for each host and template: {@code "/users/{id}"} stands for {@code /users/1} and {@code /users/2}. A
     * segment in braces stands for any one segment, all else is compared as it is written; the first template that fits
     * counts. What no template fits shares the limiter of its host.
     *
     * @param templates paths, each beginning with a slash
     * @return a function; its keys are for instance {@code "api.example.com/users/{id}"}
     * @throws IllegalArgumentException if there is no template, one does not begin with a slash, or one can fit no path
     *     because of a query, or braces around a part of a segment
     */
    public static Function<OutgoingRequest, String> pathTemplate(String... templates) {
        SettingsCheck.check(templates.length > 0, "templates", "[]", "at least one path");
        List<Template> all = new ArrayList<>();
        for (String template : templates) {
            all.add(Template.of(template));
        }
        return request -> {
            URI uri = request.uri();
            List<String> path = segments(uri.getRawPath());
            for (Template template : all) {
                if (template.fits(path)) {
                    return hostOf(uri) + template.text;
                }
            }
            return hostOf(uri);
        };
    }

    private static String hostOf(URI uri) {
        String host = uri.getHost();
        if (host == null) {
            return authorityOf(uri);
        }
        String name = host.toLowerCase(Locale.ROOT);
        return uri.getPort() < 0 ? name : name + ":" + uri.getPort();
    }

    /** What {@link URI} does not take for a host, a name with an underscore for instance, has its limiter too. */
    private static String authorityOf(URI uri) {
        String authority = uri.getRawAuthority();
        if (authority == null) {
            return "";
        }
        return authority.substring(authority.lastIndexOf('@') + 1).toLowerCase(Locale.ROOT);
    }

    /** A slash at the end makes a segment of its own, an empty one. */
    private static List<String> segments(@Nullable String path) {
        return List.of(SLASH.split(path == null ? "" : path, -1));
    }

    private record Template(String text, List<String> segments) {

        static Template of(String text) {
            SettingsCheck.present("template", text);
            SettingsCheck.check(text.startsWith("/"), "template", text, "a path that begins with a slash");
            List<String> segments = RequestKeys.segments(text);
            boolean mayFit = segments.stream().allMatch(Template::mayFit);
            SettingsCheck.check(mayFit, "template", text, "a path without a query, braces around whole segments");
            return new Template(text, segments);
        }

        private static boolean mayFit(String segment) {
            return isAny(segment) || !NOT_OF_A_PATH.matcher(segment).find();
        }

        private static boolean isAny(String segment) {
            return segment.startsWith("{") && segment.endsWith("}");
        }

        boolean fits(List<String> path) {
            if (path.size() != segments.size()) {
                return false;
            }
            for (int i = 0; i < path.size(); i++) {
                String segment = segments.get(i);
                String there = path.get(i);
                boolean any = isAny(segment) && !there.isEmpty();
                if (!any && !segment.equals(there)) {
                    return false;
                }
            }
            return true;
        }
    }
}
