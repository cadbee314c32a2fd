package io.github.resilience4j.adaptive.keypool;

import io.github.resilience4j.adaptive.internal.SettingsCheck;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A key as it is handed to a pool: an id to speak of, and a secret that nobody speaks of. Immutable; no text made of it shows
 * the secret.
 *
 * @since 0.1
 */
public final class ApiKey {

    /** The heaviest a key can be. */
    public static final int MOST_WEIGHT = 100;

    private final String id;
    private final Supplier<String> secret;
    private final boolean supplied;
    private final @Nullable String quotaGroup;
    private final int weight;

    private ApiKey(String id, Supplier<String> secret, boolean supplied, @Nullable String quotaGroup, int weight) {
        this.id = id;
        this.secret = secret;
        this.supplied = supplied;
        this.quotaGroup = quotaGroup;
        this.weight = weight;
    }

    /**
     * A key with a secret that stays as it is.
     *
     * @param id how messages, events, meters and stores call it; never a part of the secret
     * @param secret what the server wants to see
     * @return a key of weight 1, in no group
     * @throws IllegalArgumentException if one of them is null or blank, or the id shows the secret
     */
    public static ApiKey of(String id, String secret) {
        checkId(id);
        checkSecret(id, secret);
        // A mistake that is easily made; and the message must not repeat it.
        SettingsCheck.check(!id.contains(secret), "id of a key", "made of its secret", "fit to be shown");
        return new ApiKey(id, () -> secret, false, null, 1);
    }

    /**
     * A key whose secret comes from somewhere: a file, the environment, the client of a vault. It is asked for each call,
     * in the caller's thread, so it should answer from memory. A secret that has changed is a new version: what the server
     * says about the old one does not bench it.
     *
     * @param id how messages, events, meters and stores call it
     * @param secret gives the secret of the moment; if it fails, the key is benched for a minute
     * @return a key of weight 1, in no group
     * @throws IllegalArgumentException if the id is null or blank, or the supplier null
     */
    public static ApiKey ofSupplier(String id, Supplier<String> secret) {
        checkId(id);
        SettingsCheck.present("secret supplier of key '" + id + "'", secret);
        return new ApiKey(id, secret, true, null, 1);
    }

    /**
     * The same key in a group: keys of one account, which share its quota. They share one limiter, and a limit that one of
     * them meets benches them all; a rejected key is rejected alone.
     *
     * @param group the group's name
     * @return a new key
     * @throws IllegalArgumentException if the name is null or blank, or shows the secret
     */
    public ApiKey withQuotaGroup(String group) {
        checkText("quotaGroup of key '" + id + "'", group);
        SettingsCheck.check(
                supplied || !group.contains(secret.get()),
                "quotaGroup of key '" + id + "'",
                "made of its secret",
                "fit to be shown");
        return new ApiKey(id, secret, supplied, group, weight);
    }

    /**
     * The same key with another share of the calls: one of weight 3 gets three times as many as one of weight 1.
     *
     * @param share 1 to 100
     * @return a new key
     * @throws IllegalArgumentException if the weight is out of range
     */
    public ApiKey withWeight(int share) {
        SettingsCheck.check(
                share >= 1 && share <= MOST_WEIGHT, "weight of key '" + id + "'", share, "1 to " + MOST_WEIGHT);
        return new ApiKey(id, secret, supplied, quotaGroup, share);
    }

    /** {@return how it is called} */
    public String getId() {
        return id;
    }

    /** {@return the keys whose quota it shares; empty if it is alone} */
    public Optional<String> getQuotaGroup() {
        return Optional.ofNullable(quotaGroup);
    }

    /** {@return its share of the calls} */
    public int getWeight() {
        return weight;
    }

    /** {@return whether its secret may change} */
    public boolean isSupplied() {
        return supplied;
    }

    /**
     * The secret of the moment. For the pool; calls get theirs in a lease.
     *
     * @return never blank
     * @throws RuntimeException what a supplier throws
     * @throws IllegalStateException if a supplier gives nothing
     */
    public String readSecret() {
        String read = secret.get();
        if (read == null || read.isBlank()) {
            throw new IllegalStateException("The supplier of key '" + id + "' gave nothing");
        }
        return read;
    }

    /** The id; never the secret. */
    @Override
    public String toString() {
        return "ApiKey '" + id + "'";
    }

    private static void checkId(@Nullable String id) {
        checkText("id of a key", id);
    }

    private static void checkText(String setting, @Nullable String text) {
        SettingsCheck.check(text != null && !text.isBlank(), setting, text == null ? null : "blank", "set");
    }

    private static void checkSecret(String id, @Nullable String secret) {
        checkText("secret of key '" + id + "'", secret);
    }
}
