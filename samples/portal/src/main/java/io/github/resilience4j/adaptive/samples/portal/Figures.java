package io.github.resilience4j.adaptive.samples.portal;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What came of a scene.
 *
 * @param upstream what the upstream counted
 * @param pages what people got to see
 * @param freshPieces pieces that polls could renew
 * @param keptPieces pieces that showed their last state instead, refused or turned away
 * @param congestionEvents how often the limiter cut its limit; empty without a limiter
 * @param limits that limit at the beginning of each window and at the end
 */
record Figures(
        Upstream.Counts upstream,
        List<Page> pages,
        int freshPieces,
        int keptPieces,
        Optional<Long> congestionEvents,
        List<Double> limits) {

    long errorsShown() {
        return pages.stream().filter(page -> !page.complete()).count();
    }

    Duration worstPageTime() {
        return pages.stream().map(Page::time).max(Comparator.naturalOrder()).orElse(Duration.ZERO);
    }
}
