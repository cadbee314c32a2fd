package io.github.resilience4j.adaptive.ratelimiter.internal;

import io.github.resilience4j.adaptive.budget.BudgetStanding;
import io.github.resilience4j.adaptive.budget.Learned;
import io.github.resilience4j.adaptive.budget.LearnedBurst;
import io.github.resilience4j.adaptive.budget.LearnedInFlight;
import io.github.resilience4j.adaptive.budget.Pauses;
import io.github.resilience4j.adaptive.budget.Unproved;
import io.github.resilience4j.adaptive.ratelimiter.LimiterState;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.Properties;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * A limiter's state as lines of ASCII in the form of {@link Properties}. The last line is a checksum of all before it:
 * who changes, tears or appends anything is found out. What there is not has no line.
 */
public final class StateText {

    private static final String VERSION = "1";
    private static final String CHECKSUM = "checksum=";
    private static final String FOREVER = "until-resumed";

    private StateText() {}

    public static String of(LimiterState state) {
        BudgetStanding standing = state.standing();
        Lines lines = new Lines();
        lines.add("version", VERSION);
        lines.add("limiter", state.limiter());
        lines.add("saved-at", state.savedAt());
        lines.add("limit-for-period", standing.limitForPeriod());
        lines.add("permits-per-second", standing.permitsPerSecond());
        lines.add("epoch", standing.epoch());
        Learned learned = standing.learned();
        if (!learned.isNothing()) {
            lines.add("learned.start-rate", learned.startRate());
            lines.add("learned.plateau", learned.plateau());
            lines.add("learned.quiet-seconds", learned.quietSeconds());
            lines.add("learned.early-hits", learned.earlyHits());
        }
        Unproved unproved = learned.unproved();
        if (!unproved.equals(Unproved.NOTHING)) {
            lines.add("learned.unproved.calls", unproved.calls());
            lines.add("learned.unproved.seconds", unproved.seconds());
            lines.add("learned.unproved.waited-seconds", unproved.waitedSeconds());
        }
        if (!learned.burst().isNothing()) {
            lines.add("learned.burst", learned.burst().cut());
            lines.add("learned.burst-grown", learned.burst().grown());
        }
        LearnedInFlight inFlight = learned.inFlight();
        if (!inFlight.equals(LearnedInFlight.NOTHING)) {
            lines.add("learned.in-flight", inFlight.cap());
            lines.add("learned.in-flight-grown", inFlight.grown());
            lines.add("learned.in-flight-suspicions", inFlight.suspicions());
        }
        lines.add("recovery-in", duration(standing.recoveryIn()));
        lines.add("recovery-ahead", standing.recoveryAhead());
        lines.add("probing", standing.probing());
        lines.add("last-pause", duration(standing.lastPause()));
        lines.addPause("retry-after", standing.pauses().retryAfter(), state.savedAt());
        lines.addPause("throttled", standing.pauses().throttled(), state.savedAt());
        lines.addPause("failures", standing.pauses().failures(), state.savedAt());
        lines.addPause("manual", standing.pauses().manual(), state.savedAt());
        if (standing.stopReason() != null) {
            lines.add("stop-reason", standing.stopReason());
        }
        lines.add("failures", state.failures());
        lines.add("failing-for", duration(state.failingFor()));
        if (!Double.isNaN(state.permits())) {
            lines.add("permits", state.permits());
        }
        return lines.signed();
    }

    public static LimiterState parse(String text) {
        try {
            return state(fields(checked(text)));
        } catch (DateTimeException | ArithmeticException e) {
            throw new IllegalArgumentException("a time in it is none: " + e.getMessage(), e);
        }
    }

    private static String checked(String text) {
        int last = text.lastIndexOf(CHECKSUM);
        if (last < 0) {
            throw new IllegalArgumentException("it has no checksum, so its end is missing");
        }
        String content = text.substring(0, last);
        if (!text.equals(content + checksumOf(content))) {
            throw new IllegalArgumentException("its checksum is wrong, so it was torn or changed");
        }
        return content;
    }

    private static Fields fields(String content) {
        Properties fields = new Properties();
        try {
            fields.load(new StringReader(content));
        } catch (IOException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
        Fields all = new Fields(fields);
        if (!VERSION.equals(all.text("version"))) {
            throw new IllegalArgumentException(
                    "it is of version " + all.text("version") + ", known here is version " + VERSION);
        }
        return all;
    }

    private static LimiterState state(Fields all) {
        BudgetStanding standing = new BudgetStanding(
                all.whole("epoch"),
                0,
                Math.toIntExact(all.whole("limit-for-period")),
                learned(all),
                all.nanos("recovery-in"),
                all.isTrue("recovery-ahead"),
                new Pauses(
                        all.pause("retry-after"), all.pause("throttled"), all.pause("failures"), all.pause("manual")),
                all.isTrue("probing"),
                all.nanos("last-pause"),
                all.optional("stop-reason"),
                all.number("permits-per-second"),
                1);
        return new LimiterState(
                all.text("limiter"),
                Instant.parse(all.text("saved-at")),
                standing,
                Math.toIntExact(all.whole("failures")),
                all.nanos("failing-for"),
                all.has("permits") ? all.number("permits") : Double.NaN);
    }

    private static Learned learned(Fields all) {
        Learned rate = all.has("learned.start-rate")
                ? new Learned(
                        all.number("learned.start-rate"),
                        all.number("learned.plateau"),
                        all.number("learned.quiet-seconds"),
                        Math.toIntExact(all.whole("learned.early-hits")))
                : Learned.NOTHING;
        return new Learned(
                rate.startRate(),
                rate.plateau(),
                rate.quietSeconds(),
                rate.earlyHits(),
                unproved(all),
                burst(all),
                inFlight(all));
    }

    private static Unproved unproved(Fields all) {
        return all.has("learned.unproved.calls")
                ? new Unproved(
                        Math.toIntExact(all.whole("learned.unproved.calls")),
                        all.number("learned.unproved.seconds"),
                        all.number("learned.unproved.waited-seconds"))
                : Unproved.NOTHING;
    }

    private static LearnedBurst burst(Fields all) {
        return all.has("learned.burst")
                ? new LearnedBurst(all.number("learned.burst"), all.number("learned.burst-grown"))
                : LearnedBurst.NOTHING;
    }

    private static LearnedInFlight inFlight(Fields all) {
        return all.has("learned.in-flight")
                ? new LearnedInFlight(
                        Math.toIntExact(all.whole("learned.in-flight")),
                        all.number("learned.in-flight-grown"),
                        Math.toIntExact(all.whole("learned.in-flight-suspicions")))
                : LearnedInFlight.NOTHING;
    }

    private static String duration(long nanos) {
        return nanos == Pauses.FOREVER ? FOREVER : Duration.ofNanos(nanos).toString();
    }

    private static String checksumOf(String content) {
        CRC32C crc = new CRC32C();
        crc.update(content.getBytes(StandardCharsets.UTF_8));
        return CHECKSUM + String.format("%08x", crc.getValue()) + "\n";
    }

    private static final class Lines {
        private final StringBuilder text = new StringBuilder();

        void add(String key, Object value) {
            text.append(key).append('=');
            String plain = value.toString();
            for (int i = 0; i < plain.length(); i++) {
                char c = plain.charAt(i);
                boolean harmless = (c > ' ' && c < 0x7f && c != '\\') || (c == ' ' && i > 0);
                text.append(harmless ? String.valueOf(c) : String.format("\\u%04x", (int) c));
            }
            text.append('\n');
        }

        /** The end is for people: it follows from what is left. */
        void addPause(String kind, long left, Instant savedAt) {
            if (left == Pauses.NEVER) {
                return;
            }
            add("pause." + kind + ".left", duration(left));
            if (left != Pauses.FOREVER) {
                text.append("# until ").append(savedAt.plusNanos(left)).append('\n');
            }
        }

        String signed() {
            return text + checksumOf(text.toString());
        }
    }

    private record Fields(Properties fields) {

        boolean has(String key) {
            return fields.containsKey(key);
        }

        @Nullable
        String optional(String key) {
            return fields.getProperty(key);
        }

        String text(String key) {
            String value = optional(key);
            if (value == null) {
                throw new IllegalArgumentException("it has no " + key);
            }
            return value;
        }

        long whole(String key) {
            return Long.parseLong(text(key));
        }

        double number(String key) {
            return Double.parseDouble(text(key));
        }

        boolean isTrue(String key) {
            return Boolean.parseBoolean(text(key));
        }

        long nanos(String key) {
            String value = text(key);
            return value.equals(FOREVER)
                    ? Pauses.FOREVER
                    : Duration.parse(value).toNanos();
        }

        long pause(String kind) {
            String key = "pause." + kind + ".left";
            return has(key) ? nanos(key) : Pauses.NEVER;
        }
    }
}
