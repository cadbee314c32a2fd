package io.github.resilience4j.adaptive.samples.portal;

/** The same story in less time, for people with as much patience. */
final class Speed {

    static final String[] FIVE_TIMES = {
        "--portal.window=2s",
        "--portal.page-every=2400ms",
        "--portal.refresh-every=3s",
        "--portal.list-life=2800ms",
        "--portal.slot-life=12s",
        "--portal.length=11800ms"
    };

    static final String[] SIXTY_TIMES = {
        "--portal.window=166ms",
        "--portal.page-every=200ms",
        "--portal.refresh-every=250ms",
        "--portal.list-life=233ms",
        "--portal.slot-life=1s",
        "--portal.length=983ms"
    };

    private Speed() {}
}
