package io.github.resilience4j.adaptive.samples.portal;

/**
 * The portal and the unknown limit: the same minute with limiter and coalescer, with the limiter alone, and with neither, over
 * real HTTP on this machine.
 */
public final class PortalSample {

    private PortalSample() {}

    /** Plays the story and prints one table. */
    public static void main(String[] args) throws InterruptedException {
        Story story = Story.ofAMinute();
        System.out.println(Report.introduction(story));
        Comparison comparison = Comparison.of(story, System.out::println);
        System.out.println();
        System.out.println(Report.table(comparison));
    }
}
