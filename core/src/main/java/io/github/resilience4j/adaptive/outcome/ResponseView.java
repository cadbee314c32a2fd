package io.github.resilience4j.adaptive.outcome;

import io.github.resilience4j.adaptive.outcome.internal.MapResponseView;
import java.util.List;
import java.util.Map;

/**
 * An HTTP answer as far as its meaning depends on it: status, header fields, and the body where it is already there.
 * Views are cheap and are read at once; they never trigger the reading of a stream.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
public interface ResponseView {

    /**
     * The HTTP status code.
     *
     * @return the status code, normally 100 to 599; other numbers are taken as they come
     */
    int status();

    /**
     * All values of a header field, one per field line, in the order they were sent (RFC 9110 section 5.3).
     *
     * @param name the field's name, in any case (RFC 9110 section 5.1)
     * @return the values, empty if the field was not sent, never null
     */
    List<String> header(String name);

    /**
     * The body as text, if it is already in memory.
     *
     * @return the body, {@code ""} if there is none or it has not been read, never null
     */
    String body();

    /**
     * A view of values at hand. Header names may be in any case; the same name in two cases is one field.
     * Null names, null lists and null values (some clients keep the status line under a null name) are left out.
     *
     * @param status the status code
     * @param headers the header fields, copied
     * @param body the body, {@code ""} if there is none
     * @return the view, unchangeable
     */
    static ResponseView of(int status, Map<String, List<String>> headers, String body) {
        return MapResponseView.of(status, headers, body);
    }
}
