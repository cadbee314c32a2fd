package io.github.resilience4j.adaptive.redis;

import static io.github.resilience4j.adaptive.redis.OnRedis.now;
import static io.github.resilience4j.adaptive.redis.OnRedis.reserve;
import static io.github.resilience4j.adaptive.redis.OnRedis.slowMember;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.resilience4j.adaptive.budget.BudgetEvent;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.SslOptions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Redis that speaks TLS only. Whom to trust is the business of the client, which is the user's. */
class RedisTlsTest extends ClosesWhatItOpened {

    private static final char[] PASSWORD = "changeit".toCharArray();

    @TempDir
    private static Path directory;

    private static Path certificate;
    private static RedisServer server;

    @BeforeAll
    static void start() throws Exception {
        Path store = directory.resolve("keys.p12");
        certificate = directory.resolve("certificate.pem");
        Path key = directory.resolve("key.pem");
        makeKey(store);
        write(store, key);
        server = RedisServer.startTls(
                "--tls-cert-file", certificate.toString(),
                "--tls-key-file", key.toString(),
                "--tls-ca-cert-file", certificate.toString(),
                "--tls-auth-clients", "no");
    }

    /** By the tool that every JDK has. */
    private static void makeKey(Path store) throws IOException, InterruptedException {
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "RSA",
                        "-alias",
                        "redis",
                        "-dname",
                        "CN=localhost",
                        "-ext",
                        "SAN=dns:localhost,ip:127.0.0.1",
                        "-storetype",
                        "PKCS12",
                        "-keystore",
                        store.toString(),
                        "-storepass",
                        new String(PASSWORD))
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        assertThat(keytool.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static void write(Path store, Path key) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD);
        }
        pem(certificate, "CERTIFICATE", keys.getCertificate("redis").getEncoded());
        pem(key, "PRIVATE KEY", keys.getKey("redis", PASSWORD).getEncoded());
    }

    private static void pem(Path file, String what, byte[] bytes) throws IOException {
        String text = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(bytes);
        Files.writeString(file, "-----BEGIN " + what + "-----\n" + text + "\n-----END " + what + "-----\n", US_ASCII);
    }

    private RedisClient client() {
        RedisURI uri = RedisURI.builder()
                .withHost("localhost")
                .withPort(server.port())
                .withSsl(true)
                .withTimeout(Duration.ofSeconds(10))
                .build();
        RedisClient client = opened(RedisClient.create(uri));
        client.setOptions(ClientOptions.builder()
                .sslOptions(SslOptions.builder()
                        .jdkSslProvider()
                        .trustManager(certificate.toFile())
                        .build())
                .build());
        return client;
    }

    @Test
    void aBudgetIsKeptAndNewsIsHeard() {
        RedisSharedBudget one = opened(RedisSharedBudget.of(client()));
        RedisSharedBudget other = opened(RedisSharedBudget.of(client()));
        OnRedis.awaitConnected(one);
        OnRedis.awaitConnected(other);
        CopyOnWriteArrayList<Long> heard = new CopyOnWriteArrayList<>();
        other.subscribe("maps", standing -> heard.add(standing.epoch()));
        assertThat(reserve(one, slowMember("maps", "a")).permits()).isEqualTo(1);
        assertThat(reserve(other, slowMember("maps", "b")).permits()).isZero();

        AtomicLong pause = new AtomicLong(OnRedis.SECOND);
        Awaitility.await().until(() -> {
            now(one.tell(slowMember("maps", "a"), new BudgetEvent.PausedByHand(pause.addAndGet(OnRedis.SECOND))));
            return !heard.isEmpty();
        });
    }

    @Test
    void benchesAreKept() {
        RedisBenchStore store = opened(RedisBenchStore.of(client()));
        Awaitility.await().ignoreExceptions().until(() -> store.benches("maps").isEmpty());
        assertThat(store.claimPing("maps", "k", Duration.ofMinutes(1))).isTrue();
        assertThat(store.claimPing("maps", "k", Duration.ofMinutes(1))).isFalse();
    }
}
