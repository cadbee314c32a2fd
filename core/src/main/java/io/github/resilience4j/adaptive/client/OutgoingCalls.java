package io.github.resilience4j.adaptive.client;

import io.github.resilience4j.adaptive.internal.HttpMethods;
import io.github.resilience4j.adaptive.internal.SettingsCheck;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import io.github.resilience4j.adaptive.retry.RetryAfterAwareRetry;
import io.github.resilience4j.retry.Retry;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How the requests of a client leave: through which limiter, with how much patience, and whether they are repeated. The
 * same for every client; a subpackage here puts it in front of each.
 *
 * <ul>
 *   <li>Every attempt takes its own permits, so a pause that the server asked for holds retries too. The limiter hears how
 *       each one ended, and which one it was.
 *   <li>Whether a request may be repeated after it may have been executed is known from the request, before it is sent: its
 *       method (RFC 9110 section 9.2.2), an idempotency key, or {@link Builder#idempotent}.
 *   <li>A refusal is Resilience4j's {@code RequestNotPermitted}, or a {@link RequestRefusedException} around it where the
 *       client lets only an {@link java.io.IOException} pass.
 * </ul>
 *
 * <p>Immutable and thread-safe; one may serve several clients.
 *
 * @since 0.1
 */
public final class OutgoingCalls {

    private final Function<OutgoingRequest, AdaptiveRateLimiter> limiter;
    private final @Nullable Duration patience;
    private final ToIntFunction<? super OutgoingRequest> permits;
    private final Predicate<? super OutgoingRequest> background;
    private final Predicate<? super OutgoingRequest> idempotent;
    private final @Nullable String keyHeader;
    private final @Nullable Retries retries;

    private OutgoingCalls(Builder builder, @Nullable Retries retries) {
        this.limiter = builder.limiter;
        this.patience = builder.patience;
        this.permits = builder.permits;
        this.background = builder.background;
        this.idempotent = builder.idempotent;
        this.keyHeader = builder.keyHeader;
        this.retries = retries;
    }

    /**
     * All requests through one limiter, nothing repeated.
     *
     * @param limiter the limiter
     * @return with the defaults
     */
    public static OutgoingCalls of(AdaptiveRateLimiter limiter) {
        return custom(limiter).build();
    }

    /**
     * A limiter for each key, nothing repeated; see {@link AdaptiveRateLimiterRegistry#forKey}.
     *
     * @param registry makes the limiters, and forgets those that are idle
     * @param name whose configuration they have
     * @param key for instance {@link RequestKeys#host()}; no secrets, refusals and the log show it
     * @return with the defaults
     */
    public static OutgoingCalls of(
            AdaptiveRateLimiterRegistry registry, String name, Function<? super OutgoingRequest, String> key) {
        return custom(registry, name, key).build();
    }

    /**
     * Starts from the defaults with one limiter.
     *
     * @param limiter the limiter
     * @return a builder
     */
    public static Builder custom(AdaptiveRateLimiter limiter) {
        SettingsCheck.present("limiter", limiter);
        return new Builder(limiter.getName(), any -> limiter);
    }

    /**
     * Starts from the defaults with a limiter for each key.
     *
     * @param registry makes the limiters, and forgets those that are idle
     * @param name whose configuration they have
     * @param key for instance {@link RequestKeys#host()}; no secrets, refusals and the log show it
     * @return a builder
     */
    public static Builder custom(
            AdaptiveRateLimiterRegistry registry, String name, Function<? super OutgoingRequest, String> key) {
        SettingsCheck.present("registry", registry);
        SettingsCheck.present("name", name);
        SettingsCheck.present("key", key);
        return new Builder(
                name, request -> registry.forKey(name, Objects.requireNonNull(key.apply(request), "a request's key")));
    }

    /**
     * Begins a call. Takes no permit yet.
     *
     * @param request what is going to be sent
     * @return the call, which is made once
     */
    public OutgoingCall begin(OutgoingRequest request) {
        boolean isIdempotent = isIdempotent(request);
        Map<String, String> added = isIdempotent ? Map.of() : newKey();
        return new OutgoingCall(
                limiter.apply(request),
                permits.applyAsInt(request),
                background.test(request),
                patience,
                retries == null ? null : retries.forCall(isIdempotent || !added.isEmpty()),
                added);
    }

    /**
     * Whether a request may be repeated although it may have been executed: because of its method, because it carries an
     * idempotency key, or because it was declared so.
     *
     * @param request the request
     * @return true if it may
     */
    public boolean isIdempotent(OutgoingRequest request) {
        return HttpMethods.isIdempotent(request.method())
                || (keyHeader != null && request.header(keyHeader).isPresent())
                || idempotent.test(request);
    }

    /**
     * Whether there is a retry.
     *
     * @return false if nothing is ever repeated
     */
    public boolean isRepeating() {
        return retries != null;
    }

    /** Empty if none is wanted. */
    private Map<String, String> newKey() {
        if (keyHeader == null) {
            return Map.of();
        }
        String key = UUID.randomUUID().toString();
        return Map.of(keyHeader, key);
    }

    /** The same retry twice: for requests that may be repeated whatever happened to them, and for the others. */
    private record Retries(Retry idempotent, Retry others) {

        static Retries of(String name, RetryAfterAwareRetry.Builder<?> builder) {
            RetryAfterAwareRetry.ByIdempotency configs = builder.buildByIdempotency();
            return new Retries(Retry.of(name, configs.idempotent()), Retry.of(name, configs.others()));
        }

        Retry forCall(boolean repeatable) {
            return repeatable ? idempotent : others;
        }
    }

    /** Collects the settings; every one may be left out. Not for use by several threads. */
    public static final class Builder {

        // RFC 9110 section 5.1: a field name is a token (section 5.6.2).
        private static final Pattern FIELD_NAME = Pattern.compile("[!#$%&'*+.^_`|~0-9A-Za-z-]+");

        private final String name;
        private final Function<OutgoingRequest, AdaptiveRateLimiter> limiter;
        private @Nullable Duration patience;
        private ToIntFunction<? super OutgoingRequest> permits = any -> 1;
        private Predicate<? super OutgoingRequest> background = any -> false;
        private Predicate<? super OutgoingRequest> idempotent = any -> false;
        private @Nullable String keyHeader;
        private RetryAfterAwareRetry.@Nullable Builder<?> retry;

        private Builder(String name, Function<OutgoingRequest, AdaptiveRateLimiter> limiter) {
            this.name = name;
            this.limiter = limiter;
        }

        /**
         * How long a request waits for its permits at most, each attempt anew.
         *
         * @param duration 0 or more; default the limiter's {@code timeoutDuration}
         * @return this
         */
        public Builder patience(Duration duration) {
            SettingsCheck.present("patience", duration);
            this.patience = duration;
            return this;
        }

        /**
         * What a request weighs.
         *
         * @param weight 1 to the limit for a period; default 1
         * @return this
         */
        public Builder permits(ToIntFunction<? super OutgoingRequest> weight) {
            SettingsCheck.present("permits", weight);
            this.permits = weight;
            return this;
        }

        /**
         * Which requests nobody waits for: they take the limiter's background lane, never wait there, and leave the reserve to
         * the others.
         *
         * @param lower true for background; default none
         * @return this
         */
        public Builder background(Predicate<? super OutgoingRequest> lower) {
            SettingsCheck.present("background", lower);
            this.background = lower;
            return this;
        }

        /**
         * Repeats requests. Each attempt takes permits of its own. Whether a request is idempotent is known from the request
         * here; what the builder declares widens that for requests that are not.
         *
         * @param builder the rules; read when these settings are built
         * @return this
         */
        public Builder retry(RetryAfterAwareRetry.Builder<?> builder) {
            SettingsCheck.present("retry", builder);
            this.retry = builder;
            return this;
        }

        /**
         * Declares requests idempotent whose method does not say so.
         *
         * @param declared true: may be repeated although it may have been executed; default none
         * @return this
         */
        public Builder idempotent(Predicate<? super OutgoingRequest> declared) {
            SettingsCheck.present("idempotent", declared);
            this.idempotent = declared;
            return this;
        }

        /**
         * Gives every request that is not idempotent a key by which the server knows a repetition: a random UUID, the same for
         * all attempts of a call. A request that brings one keeps it. With a key a request is idempotent: only for servers
         * that honour the field.
         *
         * @param header the field's name, for instance {@code "Idempotency-Key"}; default none
         * @return this
         */
        public Builder idempotencyKey(String header) {
            SettingsCheck.present("idempotencyKey", header);
            this.keyHeader = header;
            return this;
        }

        /**
         * Makes the settings.
         *
         * @return immutable
         * @throws IllegalArgumentException if a setting, one of the retry included, is out of range; the message names
         *     setting, value and range
         */
        public OutgoingCalls build() {
            if (patience != null) {
                SettingsCheck.zeroOrMore("patience", patience);
            }
            SettingsCheck.check(
                    keyHeader == null || FIELD_NAME.matcher(keyHeader).matches(),
                    "idempotencyKey",
                    keyHeader,
                    "the name of a header field");
            return new OutgoingCalls(this, retry == null ? null : Retries.of(name, retry));
        }
    }
}
