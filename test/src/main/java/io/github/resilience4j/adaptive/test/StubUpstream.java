package io.github.resilience4j.adaptive.test;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.resilience4j.adaptive.internal.SettingsCheck;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Somebody else's API with a limit it does not tell, over real HTTP on a free port of this machine. As a JUnit extension:
 *
 * <pre>{@code
 * @RegisterExtension
 * final StubUpstream upstream = StubUpstream.of(HiddenLimit.fixedWindow(20, Duration.ofSeconds(10)));
 * }</pre>
 *
 * <p>In an instance field each test has its own, in a static one all tests of the class share it. Without JUnit: {@link
 * #close()} it. Safe for many threads and clients.
 *
 * @since 0.1
 */
public final class StubUpstream implements BeforeAllCallback, AfterEachCallback, AfterAllCallback, AutoCloseable {

    private final Settings settings;
    private final HttpServer server;
    private final ScheduledExecutorService answers = Executors.newSingleThreadScheduledExecutor(StubUpstream::daemon);
    private final Deque<Scripted> script = new ArrayDeque<>();
    private final AtomicInteger classes = new AtomicInteger();
    private int calls;
    private int refused;
    private int tooEarly;
    private boolean pausing;
    private long pauseEnds;

    private StubUpstream(Settings settings) {
        this.settings = settings;
        try {
            this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::handle);
        server.start();
    }

    /**
     * One that serves {@code ok} at once and names the seconds to wait in each 429.
     *
     * @param limit what it keeps
     * @return the API, running
     */
    public static StubUpstream of(HiddenLimit limit) {
        return custom().limit(limit).start();
    }

    /**
     * One with settings.
     *
     * @return a builder
     */
    public static Builder custom() {
        return new Builder();
    }

    /**
     * Where it is.
     *
     * @return {@code http://} with host and port; every path is served
     */
    public URI uri() {
        InetSocketAddress address = server.getAddress();
        return URI.create("http://" + address.getHostString() + ":" + address.getPort());
    }

    /**
     * The next call, or the next one after those said before, is answered like this, whatever the limit says of it.
     *
     * @param status of HTTP, 200 to 599
     * @param headers header fields
     * @param body text, may be empty
     * @throws IllegalArgumentException if there is no such answer
     */
    public void answerNext(int status, Map<String, String> headers, String body) {
        SettingsCheck.check(status >= 200 && status <= 599, "status", status, "200 to 599");
        SettingsCheck.present("headers", headers);
        SettingsCheck.present("body", body);
        synchronized (script) {
            script.addLast(new Scripted(status, Map.copyOf(headers), body));
        }
    }

    /**
     * All calls that came.
     *
     * @return 0 or more
     */
    public int calls() {
        synchronized (script) {
            return calls;
        }
    }

    /**
     * Calls refused because of the limit.
     *
     * @return 0 or more
     */
    public int refused() {
        synchronized (script) {
            return refused;
        }
    }

    /**
     * Calls that came before the limit would have served again, as the latest refusal with a Retry-After was to say.
     * What counts is the limit's own time and not the text, which rounds it up or is garbage. Calls on their way when
     * it was told count too; a Retry-After of {@link #answerNext} is none of the limit's.
     *
     * @return 0 or more
     */
    public int tooEarly() {
        synchronized (script) {
            return tooEarly;
        }
    }

    private void handle(HttpExchange exchange) {
        Scripted answer;
        synchronized (script) {
            long now = settings.nanoTime.getAsLong();
            calls++;
            if (pausing && now - pauseEnds < 0) {
                tooEarly++;
            }
            Scripted scripted = script.pollFirst();
            answer = scripted != null ? scripted : judge(now);
        }
        if (settings.latency.isZero()) {
            send(exchange, answer);
        } else {
            var unused =
                    answers.schedule(() -> send(exchange, answer), settings.latency.toNanos(), TimeUnit.NANOSECONDS);
        }
    }

    private Scripted judge(long now) {
        Duration wait = settings.limit.waitOf(now);
        if (wait.isZero()) {
            return new Scripted(200, Map.of(), settings.body, true);
        }
        refused++;
        Optional<String> told = settings.retryAfter.say(wait);
        if (told.isPresent()) {
            pausing = true;
            pauseEnds = now + wait.toNanos();
        }
        return new Scripted(429, told.map(text -> Map.of("Retry-After", text)).orElse(Map.of()), "too many requests");
    }

    private void send(HttpExchange exchange, Scripted answer) {
        try (exchange) {
            if (answer.counted) {
                synchronized (script) {
                    settings.limit.answered();
                }
            }
            exchange.getRequestBody().readAllBytes();
            answer.headers.forEach(exchange.getResponseHeaders()::set);
            byte[] bytes = answer.body.getBytes(UTF_8);
            exchange.sendResponseHeaders(answer.status, bytes.length == 0 ? -1 : bytes.length);
            exchange.getResponseBody().write(bytes);
        } catch (IOException e) {
            // The client has gone: there is nobody to answer.
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "stub-upstream");
        thread.setDaemon(true);
        return thread;
    }

    /**
     * JUnit: the field is static. Called for each nested class too.
     *
     * @param context not used
     */
    @Override
    public void beforeAll(ExtensionContext context) {
        classes.incrementAndGet();
    }

    /**
     * JUnit: ends with the test, unless all tests share it.
     *
     * @param context not used
     */
    @Override
    public void afterEach(ExtensionContext context) {
        if (classes.get() == 0) {
            close();
        }
    }

    /**
     * JUnit: ends with the outermost class.
     *
     * @param context not used
     */
    @Override
    public void afterAll(ExtensionContext context) {
        if (classes.decrementAndGet() <= 0) {
            close();
        }
    }

    /** Stops serving. */
    @Override
    public void close() {
        server.stop(0);
        answers.shutdownNow();
    }

    /** How a refusal says when to come again. */
    @FunctionalInterface
    public interface RetryAfterText {

        /** Whole seconds, rounded up, as RFC 9110 has them. */
        RetryAfterText SECONDS =
                wait -> Optional.of(Long.toString(wait.plusNanos(999_999_999).toSeconds()));

        /** Nothing. */
        RetryAfterText NOTHING = wait -> Optional.empty();

        /**
         * What stands in Retry-After.
         *
         * @param wait how long it would really take
         * @return the text, empty: no header field
         */
        Optional<String> say(Duration wait);
    }

    /** Settings of an upstream. */
    public static final class Builder {

        private HiddenLimit limit = HiddenLimit.none();
        private RetryAfterText retryAfter = RetryAfterText.SECONDS;
        private Duration latency = Duration.ZERO;
        private String body = "ok";
        private LongSupplier nanoTime = System::nanoTime;

        private Builder() {}

        /**
         * What it keeps.
         *
         * @param hidden default none
         * @return this
         */
        public Builder limit(HiddenLimit hidden) {
            this.limit = hidden;
            return this;
        }

        /**
         * How a refusal says when to come again.
         *
         * @param text default {@link RetryAfterText#SECONDS}
         * @return this
         */
        public Builder retryAfter(RetryAfterText text) {
            this.retryAfter = text;
            return this;
        }

        /**
         * How long until a call is answered, by the real clock. It is judged when it comes.
         *
         * @param duration zero or more; default zero
         * @return this
         */
        public Builder answersAfter(Duration duration) {
            this.latency = duration;
            return this;
        }

        /**
         * What a served call brings.
         *
         * @param text default {@code ok}
         * @return this
         */
        public Builder body(String text) {
            this.body = text;
            return this;
        }

        /**
         * The time of its limit.
         *
         * @param nanos default {@link System#nanoTime()}; a {@link FakeTime}
         * @return this
         */
        public Builder nanoTime(LongSupplier nanos) {
            this.nanoTime = nanos;
            return this;
        }

        /**
         * Starts it on a free port of the loopback address.
         *
         * @return the API, running
         * @throws IllegalArgumentException if a setting makes no sense
         * @throws UncheckedIOException if there is no port
         */
        public StubUpstream start() {
            SettingsCheck.present("limit", limit);
            SettingsCheck.present("retryAfter", retryAfter);
            SettingsCheck.zeroOrMore("answersAfter", latency);
            SettingsCheck.present("body", body);
            SettingsCheck.present("nanoTime", nanoTime);
            return new StubUpstream(new Settings(limit, retryAfter, latency, body, nanoTime));
        }
    }

    private record Settings(
            HiddenLimit limit, RetryAfterText retryAfter, Duration latency, String body, LongSupplier nanoTime) {}

    /** An answer; {@code counted} if the limit counts it as in flight. */
    private record Scripted(int status, Map<String, String> headers, String body, boolean counted) {

        Scripted(int status, Map<String, String> headers, String body) {
            this(status, headers, body, false);
        }
    }
}
