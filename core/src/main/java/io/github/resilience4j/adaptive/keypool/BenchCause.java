package io.github.resilience4j.adaptive.keypool;

/**
 * Why a key is benched.
 *
 * @since 0.1
 */
public enum BenchCause {
    /** The server did not accept it: 401, a plain 403. */
    AUTH_REJECTED,
    /** Its limit is reached: 429, a 403 with limit evidence, a ban. */
    THROTTLED,
    /** Its quota is spent: 402, "insufficient_quota". */
    QUOTA_SPENT,
    /** Its supplier failed or gave nothing. */
    SECRET_UNAVAILABLE;

    /** {@return whether the secret is at fault, so that a new one ends the bench and a ping can find out} */
    public boolean isAboutTheSecret() {
        return this == AUTH_REJECTED || this == SECRET_UNAVAILABLE;
    }
}
