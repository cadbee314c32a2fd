package io.github.resilience4j.adaptive.samples.geocode;

/** The dead keys: the same requests by a pool that benches them and by a rotation that does not, over real HTTP. */
public final class GeocodeSample {

    private GeocodeSample() {}

    /** Plays the story and prints two tables. */
    public static void main(String[] args) throws InterruptedException {
        Story story = Story.ofTwentySeconds();
        System.out.println(Report.introduction(story));
        System.out.println(Report.of(Comparison.of(story)));
    }
}
