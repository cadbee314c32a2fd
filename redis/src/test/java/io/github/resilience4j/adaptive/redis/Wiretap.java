package io.github.resilience4j.adaptive.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A way to a server on this machine that can be slow, swallow everything, or break. */
final class Wiretap implements AutoCloseable {

    private final ServerSocket server;
    private volatile int target;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private volatile long delayMillis;
    private volatile boolean swallowing;
    private volatile boolean cut;

    Wiretap(int target) throws IOException {
        this.target = target;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::accept);
    }

    int port() {
        return server.getLocalPort();
    }

    /** New connections end at another server; those that are open stay where they are. */
    void leadTo(int port) {
        target = port;
    }

    void delay(long millis) {
        delayMillis = millis;
    }

    /** Connections stay; nothing passes. */
    void swallow() {
        swallowing = true;
    }

    /** Connections break, and new ones too. */
    void cut() {
        cut = true;
        breakAll();
    }

    void breakAll() {
        sockets.forEach(Wiretap::closeQuietly);
        sockets.clear();
    }

    /** As before; what was swallowed is lost, so its connections break. */
    void mend() {
        cut = false;
        delayMillis = 0;
        if (swallowing) {
            breakAll();
            swallowing = false;
        }
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        try {
            while (true) {
                Socket near = server.accept();
                if (cut) {
                    closeQuietly(near);
                } else {
                    join(near);
                }
            }
        } catch (IOException e) {
            // closed
        }
    }

    private void join(Socket near) {
        try {
            Socket far = new Socket(InetAddress.getLoopbackAddress(), target);
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            sockets.add(near);
            sockets.add(far);
            daemon(() -> pump(near, far));
            daemon(() -> pump(far, near));
        } catch (IOException e) {
            closeQuietly(near);
        }
    }

    private void pump(Socket from, Socket to) {
        byte[] buffer = new byte[16_384];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                if (delayMillis > 0) {
                    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(delayMillis));
                }
                if (!swallowing && !from.isClosed()) {
                    out.write(buffer, 0, read);
                }
            }
        } catch (IOException e) {
            // broken
        } finally {
            closeQuietly(from);
            closeQuietly(to);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException e) {
            // as good as closed
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        breakAll();
    }
}
