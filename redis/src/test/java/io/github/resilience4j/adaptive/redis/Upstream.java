package io.github.resilience4j.adaptive.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The rate-limited API, and the judge: it notes when every call left, as the call says, by the one clock that all processes
 * of a machine have. When it is read depends on who else needs the machine.
 */
final class Upstream implements AutoCloseable {

    private final ServerSocket server;
    private final ConcurrentLinkedQueue<Long> departures = new ConcurrentLinkedQueue<>();
    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicReference<@Nullable CountDownLatch> gathering = new AtomicReference<>();
    private volatile int retryAfter;
    private volatile long refusedAt;

    Upstream() throws IOException {
        server = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket socket = server.accept();
                socket.setTcpNoDelay(true);
                daemon(() -> serve(socket));
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void serve(Socket socket) {
        try (socket;
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.UTF_8))) {
            for (String left = in.readLine(); left != null; left = in.readLine()) {
                departures.add(Long.parseLong(left));
                socket.getOutputStream().write(answer().getBytes(StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            // its member has gone
        }
    }

    private String answer() {
        if (gathered() || refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
            refusedAt = System.nanoTime();
            return "refused " + retryAfter + "\n";
        }
        return "ok\n";
    }

    private boolean gathered() {
        CountDownLatch calls = gathering.get();
        if (calls == null) {
            return false;
        }
        calls.countDown();
        try {
            calls.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        gathering.compareAndSet(calls, null);
        return true;
    }

    /** The next calls are held until there are so many, and then refused all at once. */
    void gather(int calls, int seconds) {
        retryAfter = seconds;
        gathering.set(new CountDownLatch(calls));
    }

    boolean isGathering() {
        return gathering.get() != null;
    }

    /** When a call was refused last: its pause has not begun before. */
    long refusedAt() {
        return refusedAt;
    }

    /** The next calls are refused. */
    void refuse(int calls, int seconds) {
        retryAfter = seconds;
        refusals.set(calls);
    }

    long[] between(long from, long to) {
        return departures.stream()
                .mapToLong(Long::longValue)
                .filter(at -> at >= from && at < to)
                .sorted()
                .toArray();
    }

    int count(long from, long to) {
        return between(from, to).length;
    }

    /** Most calls in any second. */
    int mostInASecond(long from, long to) {
        long[] times = between(from, to);
        int most = 0;
        for (int i = 0; i < times.length; i++) {
            int end = Arrays.binarySearch(times, times[i] + 1_000_000_000L);
            most = Math.max(most, (end < 0 ? -end - 1 : end) - i);
        }
        return most;
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
