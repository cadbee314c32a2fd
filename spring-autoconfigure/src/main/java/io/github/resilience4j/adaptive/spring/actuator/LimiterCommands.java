package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.convert.DurationStyle;

/** What a person may do to a limiter. What makes no sense is refused with what was wrong about it, and nothing is done. */
final class LimiterCommands {

    private static final Logger LOG = LoggerFactory.getLogger(LimiterCommands.class);

    /** A reason is a sentence, not a file. */
    static final int LONGEST_REASON = 200;

    private static final Duration LONGEST = Duration.ofNanos(Long.MAX_VALUE);

    /** Whatever would write a line of its own into the log. */
    private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");

    private final AdaptiveRateLimiterRegistry limiters;

    LimiterCommands(AdaptiveRateLimiterRegistry limiters) {
        this.limiters = limiters;
    }

    /** The command makes no sense. */
    static final class RefusedCommand extends RuntimeException {

        private final int status;

        private RefusedCommand(int status, String message) {
            super(message, null, false, false);
            this.status = status;
        }

        int status() {
            return status;
        }
    }

    /**
     * Does it.
     *
     * @param who says so, for the log
     * @return the limiter afterwards
     * @throws RefusedCommand if it makes no sense
     */
    AdaptiveRateLimiter carryOut(
            String who,
            @Nullable String limiter,
            @Nullable String key,
            @Nullable String action,
            @Nullable String reason,
            @Nullable String duration) {
        String name = needed("limiter", limiter);
        switch (needed("action", action)) {
            case "stop" -> {
                String why = reasonOf(reason);
                AdaptiveRateLimiter found = find(name, key);
                found.stop(why);
                LOG.info("Limiter '{}' was stopped by {}: {}", clean(found.getName()), clean(who), why);
                return found;
            }
            case "pause" -> {
                Duration time = durationOf(duration);
                AdaptiveRateLimiter found = find(name, key);
                found.pause(time);
                LOG.info("Limiter '{}' was paused by {} for {}", clean(found.getName()), clean(who), time);
                return found;
            }
            case "resume" -> {
                AdaptiveRateLimiter found = find(name, key);
                resume(found);
                LOG.info("Limiter '{}' was resumed by {}", clean(found.getName()), clean(who));
                return found;
            }
            default -> throw new RefusedCommand(400, "action is '" + action + "': it must be stop, pause or resume");
        }
    }

    private static void resume(AdaptiveRateLimiter limiter) {
        try {
            limiter.resume();
        } catch (IllegalStateException e) {
            throw new RefusedCommand(409, "limiter '" + limiter.getName() + "' is closed: nothing resumes it");
        }
    }

    /** Never makes one: a misspelt name must not leave a limiter behind. */
    private AdaptiveRateLimiter find(String name, @Nullable String key) {
        Optional<AdaptiveRateLimiter> found = key == null ? limiters.find(name) : limiters.findForKey(name, key);
        return found.orElseThrow(() -> new RefusedCommand(
                404,
                key == null
                        ? "limiter is '" + name + "': there is none of that name"
                        : "key is '" + key + "': limiter '" + name + "' has none for it now"));
    }

    private static String reasonOf(@Nullable String reason) {
        String text = clean(needed("reason", reason));
        if (text.length() > LONGEST_REASON) {
            throw new RefusedCommand(
                    400, "reason has " + text.length() + " characters: " + LONGEST_REASON + " are the most");
        }
        return text;
    }

    private static Duration durationOf(@Nullable String duration) {
        String text = needed("duration", duration);
        Duration time;
        try {
            // A number alone would be milliseconds to Spring and seconds to most people.
            time = text.chars().noneMatch(Character::isLetter) ? Duration.ZERO : DurationStyle.detectAndParse(text);
        } catch (IllegalArgumentException | ArithmeticException e) {
            throw badDuration(text);
        }
        if (time.isNegative() || time.isZero() || time.compareTo(LONGEST) > 0) {
            throw badDuration(text);
        }
        return time;
    }

    private static RefusedCommand badDuration(String text) {
        return new RefusedCommand(
                400, "duration is '" + text + "': it must be above 0 and have a unit, like 90s, 5m or PT2H");
    }

    private static String needed(String what, @Nullable String value) {
        if (value == null || value.isBlank()) {
            throw new RefusedCommand(400, what + " is missing");
        }
        return value.strip();
    }

    private static String clean(String text) {
        return CONTROL.matcher(text).replaceAll(" ");
    }
}
