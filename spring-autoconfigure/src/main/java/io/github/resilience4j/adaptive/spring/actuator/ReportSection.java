package io.github.resilience4j.adaptive.spring.actuator;

import java.util.List;
import java.util.Map;

/**
 * A table that the endpoint {@code adaptive} shows besides the limiters, in its report and on its dashboard. Every bean of this
 * type is one, in their order. Reading it must change nothing, and no secret may be in it.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
public interface ReportSection {

    /**
     * What programs know it by.
     *
     * @return such as {@code coalescers}
     */
    String id();

    /**
     * What people read above it.
     *
     * @return such as {@code Coalescers}
     */
    String title();

    /**
     * What its rows have.
     *
     * @return from left to right
     */
    List<ReportColumn> columns();

    /**
     * What there is now.
     *
     * @return a row for each thing, with the names of the columns; numbers, texts and truth values only
     */
    List<Map<String, Object>> rows();
}
