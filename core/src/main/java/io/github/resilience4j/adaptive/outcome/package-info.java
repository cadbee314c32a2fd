/**
 * What an answer means: was the call served, refused by the server's limit, refused by our own side, or broken, and for
 * how long does the server ask to be left alone.
 *
 * <p>Everything here is a pure function of the answer and the time that is handed in: no threads, no logging, no state,
 * no default locale, and nothing throws, whatever a server sends.
 */
@NullMarked
package io.github.resilience4j.adaptive.outcome;

import org.jspecify.annotations.NullMarked;
