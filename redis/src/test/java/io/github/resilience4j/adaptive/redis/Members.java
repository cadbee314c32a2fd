package io.github.resilience4j.adaptive.redis;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.assertj.core.api.Assertions;

/** Four JVMs, each with a way to Redis of its own that can be cut. */
final class Members implements AutoCloseable {

    static final int COUNT = 4;

    private final List<Member> members = new ArrayList<>();

    private record Member(Process process, BufferedWriter orders, BufferedReader words, Wiretap way) {

        void tell(String order) {
            try {
                orders.write(order);
                orders.newLine();
                orders.flush();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        void hear(String word) {
            Assertions.assertThat(hear()).isEqualTo(word);
        }

        String hear() {
            try {
                return words.readLine();
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
    }

    Members(int redis, int upstream) throws IOException {
        for (int i = 0; i < COUNT; i++) {
            Wiretap way = new Wiretap(redis);
            Process process = new ProcessBuilder(
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-XX:TieredStopAtLevel=1",
                            "-XX:+UseSerialGC",
                            "-Xmx128m",
                            "-cp",
                            System.getProperty("java.class.path"),
                            MemberMain.class.getName(),
                            Integer.toString(way.port()),
                            Integer.toString(upstream))
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
            members.add(new Member(
                    process,
                    new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8)),
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)),
                    way));
        }
        members.forEach(member -> member.hear("ready"));
    }

    void tell(int member, String order) {
        members.get(member).tell(order);
        members.get(member).hear("done");
    }

    void tellAll(String order) {
        members.forEach(member -> member.tell(order));
        members.forEach(member -> member.hear("done"));
    }

    /** How long its callers have waited for permits since they were asked last: milliseconds, the shortest first. */
    long[] waitsOf(int member) {
        members.get(member).tell("waits");
        String words = members.get(member).hear();
        members.get(member).hear("done");
        return Arrays.stream(words.split(" ", -1))
                .filter(word -> !word.isEmpty())
                .mapToLong(Long::parseLong)
                .sorted()
                .toArray();
    }

    Wiretap wayOf(int member) {
        return members.get(member).way();
    }

    @Override
    public void close() throws IOException {
        for (Member member : members) {
            member.process().destroyForcibly();
            member.way().close();
        }
    }
}
