package io.github.resilience4j.adaptive.samples.portal;

/**
 * The same story, played with limiter and coalescer, with the limiter alone and with neither, all at the same time.
 *
 * @param shared what came of it with the limiter and shared answers
 * @param limiter what came of it with the limiter alone
 * @param unprotected what came of it with neither
 */
record Comparison(Figures shared, Figures limiter, Figures unprotected) {}
