package io.github.resilience4j.adaptive.event;

/**
 * Something that was registered and can be taken back: a consumer of events, a publication, meters.
 *
 * <p>Yours to implement: a method without a default is added in a major version only.
 *
 * @since 0.1
 */
@FunctionalInterface
public interface Registration extends AutoCloseable {

    /**
     * Takes it back. A consumer may still hear of what is happening at this moment; doing it twice changes nothing.
     */
    @Override
    void close();
}
