package io.github.resilience4j.adaptive.benchmarks.readers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;
import okhttp3.OkHttpClient;
import okhttp3.Request;
import okhttp3.Response;

/** Its reading is private: seen over the loopback is only whether it calls again at once. It never waits. */
final class OkHttp implements Client {

    @Override
    public String name() {
        return "OkHttp";
    }

    @Override
    public Seen read(Row row) throws Exception {
        AtomicInteger calls = new AtomicInteger();
        OkHttpClient client = new OkHttpClient();
        try (ServerSocket server = new ServerSocket(0, 5, InetAddress.getLoopbackAddress())) {
            Thread thread = new Thread(() -> serve(server, row, calls));
            thread.setDaemon(true);
            thread.start();
            Request request = new Request.Builder()
                    .url("http://127.0.0.1:" + server.getLocalPort() + "/")
                    .build();
            try (Response response = client.newCall(request).execute()) {
                return new Seen(calls.get() > 1 && response.code() == 200 ? "again at once" : Row.NO_WAIT, false);
            } catch (RuntimeException e) {
                return Seen.fails(e);
            }
        } finally {
            client.dispatcher().executorService().shutdown();
            client.connectionPool().evictAll();
        }
    }

    private static void serve(ServerSocket server, Row row, AtomicInteger calls) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                BufferedReader in =
                        new BufferedReader(new InputStreamReader(socket.getInputStream(), StandardCharsets.US_ASCII));
                String line = in.readLine();
                while (line != null && !line.isEmpty()) {
                    line = in.readLine();
                }
                byte[] answer = (calls.incrementAndGet() == 1 ? refusal(row) : "HTTP/1.1 200 OK\r\n")
                        .concat("Content-Length: 0\r\nConnection: close\r\n\r\n")
                        .getBytes(StandardCharsets.UTF_8);
                socket.getOutputStream().write(answer);
            } catch (IOException closed) {
                return;
            }
        }
    }

    private static String refusal(Row row) {
        StringBuilder head = new StringBuilder("HTTP/1.1 " + row.status() + " Answer\r\n");
        row.headers()
                .forEach((name, values) -> values.forEach(
                        value -> head.append(name).append(": ").append(value).append("\r\n")));
        return head.toString();
    }
}
