package io.github.resilience4j.adaptive.client.okhttp;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;

/** Answers the first request on each connection and closes it on the second, without a word. */
final class ForgetfulServer implements AutoCloseable {

    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());

    ForgetfulServer() throws IOException {
        Thread thread = new Thread(this::listen, "forgetful-server");
        thread.setDaemon(true);
        thread.start();
    }

    URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/");
    }

    private void listen() {
        try {
            while (true) {
                try (Socket socket = listening.accept()) {
                    BufferedReader in = new BufferedReader(
                            new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                    readHead(in);
                    socket.getOutputStream()
                            .write("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine"
                                    .getBytes(StandardCharsets.US_ASCII));
                    readHead(in);
                }
            }
        } catch (IOException e) {
            // The test is over.
        }
    }

    private static void readHead(BufferedReader in) throws IOException {
        String line = in.readLine();
        while (line != null && !line.isEmpty()) {
            line = in.readLine();
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}
