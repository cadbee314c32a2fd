package io.github.resilience4j.adaptive.redis;

import io.github.resilience4j.adaptive.internal.SettingsCheck;

/** What keys and channels in Redis begin with, whatever is kept there. */
final class KeyPrefix {

    static final String DEFAULT = "resilience4j:adaptive:";

    private KeyPrefix() {}

    /** Braces are for the name that comes after it, as the hash tag of a cluster. */
    static void check(String keyPrefix) {
        SettingsCheck.present("keyPrefix", keyPrefix);
        boolean braces = keyPrefix.indexOf('{') >= 0 || keyPrefix.indexOf('}') >= 0;
        SettingsCheck.check(!braces, "keyPrefix", "'" + keyPrefix + "'", "without braces");
    }
}
