package io.github.resilience4j.adaptive.samples.portal;

/** Somebody else's API, as a client of it has it. */
@FunctionalInterface
interface Api {

    /** What stands at a path; anything but a 200 is thrown. */
    String get(String path);
}
