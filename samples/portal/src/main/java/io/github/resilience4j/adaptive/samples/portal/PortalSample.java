package io.github.resilience4j.adaptive.samples.portal;

/** The portal and the unknown limit. Coming: the story itself. */
public final class PortalSample {

    private PortalSample() {}

    /** Runs the story and prints one table. */
    public static void main(String[] args) {
        System.out.println("The portal and the unknown limit: coming.");
    }
}
