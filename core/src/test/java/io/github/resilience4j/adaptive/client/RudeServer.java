package io.github.resilience4j.adaptive.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A server on loopback that never answers: it says nothing, or resets the connection once a request has come. */
final class RudeServer implements AutoCloseable {

    private final ServerSocket listening;
    private final List<Socket> accepted = new CopyOnWriteArrayList<>();
    private final boolean resets;
    private volatile boolean asked;

    private RudeServer(boolean resets) throws IOException {
        this.resets = resets;
        this.listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread thread = new Thread(this::listen, "rude-server");
        thread.setDaemon(true);
        thread.start();
    }

    static RudeServer silent() throws IOException {
        return new RudeServer(false);
    }

    static RudeServer resetting() throws IOException {
        return new RudeServer(true);
    }

    /** Where nobody listens. */
    static URI nobody() throws IOException {
        try (RudeServer server = silent()) {
            return server.uri();
        }
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/");
    }

    /** Whether a request has come, or begins to. */
    boolean isAsked() {
        return asked;
    }

    private void listen() {
        try {
            while (true) {
                Socket socket = listening.accept();
                accepted.add(socket);
                asked = socket.getInputStream().read() >= 0;
                if (resets) {
                    socket.setSoLinger(true, 0);
                    socket.close();
                }
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : accepted) {
            socket.close();
        }
    }
}
