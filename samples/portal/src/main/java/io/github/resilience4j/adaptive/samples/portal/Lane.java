package io.github.resilience4j.adaptive.samples.portal;

/** A way to the upstream. */
@FunctionalInterface
interface Lane {

    /**
     * The piece at a path.
     *
     * @throws Exception if it cannot be had
     */
    String ask(String path) throws Exception;
}
