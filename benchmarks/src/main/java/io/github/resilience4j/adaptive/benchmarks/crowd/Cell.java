package io.github.resilience4j.adaptive.benchmarks.crowd;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** Measures one contestant with one crowd, in a JVM of its own, and prints a row of the table. */
final class Cell {

    /** So that a pause is seen to end: at this rate what leaves in a tenth of a second can be counted. */
    private static final int SLOW = 10;

    private static final int FLOOD = 100_000_000;
    private static final long SECOND = Turns.SECOND;
    private static final int DRAIN_SECONDS = 5;

    /** Frames of code that is not compiled for good yet are several times as large, and all of them are parked. */
    private static final int WARM_UP = 30_000;

    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private final Contestant contestant;
    private final int crowd;
    private final int standing;

    private Cell(Contestant contestant, int crowd) {
        this.contestant = contestant;
        this.crowd = crowd;
        this.standing = 5 + crowd / 10_000;
    }

    /** Takes the contestant's name and the size of the crowd. */
    public static void main(String[] args) throws InterruptedException {
        Contestant contestant = Contestant.valueOf(args[0]);
        for (int round = 0; round < 10; round++) {
            warmUp(contestant);
        }
        System.out.println(new Cell(contestant, Integer.parseInt(args[1])).row());
        System.exit(0);
    }

    private static void warmUp(Contestant contestant) throws InterruptedException {
        Departures departures = new Departures(WARM_UP);
        join(contestant.standStill(FLOOD, 1), departures, WARM_UP);
        departures.awaitAll(60 * SECOND);
    }

    private String row() throws InterruptedException {
        Still still = standStill();
        Drain paced = drain(crowd / DRAIN_SECONDS);
        Drain flood = drain(FLOOD);
        return String.format(
                "| %,d | %s | %,d | %.0f | %.0f | %d | %.1f s | %d | %s | %s | %.0f ms | %.1f |",
                crowd,
                contestant.title,
                still.bytes,
                still.cpuMillis,
                still.pauseCpuMillis,
                still.inFirst100ms,
                paced.seconds,
                paced.furthest,
                millis(paced.late50),
                millis(paced.late99),
                flood.seconds * 1000,
                flood.cpuMicrosEach);
    }

    private static String millis(long nanos) {
        return String.format("%.2f", nanos / 1e6);
    }

    private record Still(long bytes, double cpuMillis, double pauseCpuMillis, int inFirst100ms) {}

    /** What it costs to wait, and how many leave when waiting ends. */
    private Still standStill() throws InterruptedException {
        Departures departures = new Departures(crowd);
        long heapBefore = heap();
        StandingLine line = contestant.standStill(SLOW, standing + 8);
        join(line, departures, crowd);
        long bytes = (heap() - heapBefore) / crowd;
        parkFor(SECOND);
        long cpuBefore = SYSTEM.getProcessCpuTime();
        long from = System.nanoTime();
        parkFor(5 * SECOND);
        double cpu = (SYSTEM.getProcessCpuTime() - cpuBefore) * 1e3 / (System.nanoTime() - from);
        expect(System.nanoTime() - line.opensAt() < 0, "the line opened too early");
        parkFor(line.opensAt() - System.nanoTime() + SECOND / 5);
        int left = departures.until(departures.first() + SECOND / 10);
        return new Still(bytes, cpu, cpuOfAPause(line), left);
    }

    private static double cpuOfAPause(StandingLine line) {
        long before = SYSTEM.getProcessCpuTime();
        line.pauseAnew().run();
        parkFor(SECOND);
        return (SYSTEM.getProcessCpuTime() - before) / 1e6;
    }

    private record Drain(double seconds, int furthest, long late50, long late99, double cpuMicrosEach) {}

    private Drain drain(int perSecond) throws InterruptedException {
        Departures departures = new Departures(crowd);
        StandingLine line = contestant.standStill(perSecond, standing);
        join(line, departures, crowd);
        expect(System.nanoTime() - line.opensAt() < 0, "the line opened too early");
        long cpuBefore = SYSTEM.getProcessCpuTime();
        expect(departures.awaitAll(600 * SECOND), "some never left");
        double cpuMicros = (SYSTEM.getProcessCpuTime() - cpuBefore) / 1e3 / crowd;
        long[] late = departures.lateness(line.opensAt(), line.turns());
        return new Drain(
                (departures.last() - line.opensAt()) / 1e9,
                departures.furthest(),
                late[crowd / 2],
                late[crowd * 99 / 100],
                cpuMicros);
    }

    private static void join(StandingLine line, Departures departures, int crowd) {
        IntStream.range(0, crowd).forEach(number -> line.join().accept(() -> departures.leaves(number)));
    }

    private static void expect(boolean met, String otherwise) {
        if (!met) {
            throw new IllegalStateException(otherwise);
        }
    }

    /** Bytes that are really held. */
    private static long heap() {
        for (int i = 0; i < 3; i++) {
            System.gc();
        }
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    private static void parkFor(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }
}
