package io.github.resilience4j.adaptive.keypool;

/**
 * The key that one call was given. What the call ends with is laid at the door of this lease, whatever the pool has done with
 * the key meanwhile.
 *
 * <p>Made by the library, not for you to implement: a later version may add methods.
 *
 * @since 0.1
 */
public interface ApiKeyLease {

    /**
     * How the key is called; fit for messages.
     *
     * @return its id
     */
    String keyId();

    /**
     * What the server wants to see; for the request and nothing else.
     *
     * @return the secret, the same each time it is asked
     */
    String secret();
}
