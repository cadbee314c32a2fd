package io.github.resilience4j.adaptive.samples.geocode;

import io.github.resilience4j.adaptive.keypool.ApiKeyStats;
import io.github.resilience4j.adaptive.samples.geocode.Geocoder.Counts;
import java.util.ArrayList;
import java.util.List;

/** What came of it, as two tables. */
final class Report {

    private static final Counts NONE = new Counts(0, 0);

    private Report() {}

    static String introduction(Story story) {
        return """
                Six keys for a geocoder. Two are suspended (401), one of which is let back in after %d s; a third has %d calls left of its
                quota and is refused (429) for an hour then. %d streets are looked up with each rotation, at the same time.
                """.formatted(story.reinstatedAfter().toSeconds(), story.quota(), story.requests());
    }

    static String of(Comparison comparison) {
        List<String> lines = new ArrayList<>();
        lines.add("%-28s %12s %12s".formatted("", "key pool", "by turns"));
        lines.add(row(
                "streets looked up",
                comparison.pooled().requests(),
                comparison.byTurns().requests()));
        lines.add(row(
                "not found", comparison.pooled().failed(), comparison.byTurns().failed()));
        lines.add(row(
                "calls sent, pings included",
                comparison.pooled().callsSent(),
                comparison.byTurns().callsSent()));
        lines.add("");
        lines.add("%-8s %22s %22s   %s".formatted("", "key pool", "by turns", ""));
        lines.add("%-8s %11s %10s %11s %10s   %s"
                .formatted("key", "calls", "rejected", "calls", "rejected", "the pool says"));
        for (ApiKeyStats key : comparison.table()) {
            Counts pooled = comparison.pooled().keys().getOrDefault(key.keyId(), NONE);
            Counts byTurns = comparison.byTurns().keys().getOrDefault(key.keyId(), NONE);
            lines.add("%-8s %11d %10d %11d %10d   %s"
                    .formatted(
                            key.keyId(),
                            pooled.calls(),
                            pooled.rejected(),
                            byTurns.calls(),
                            byTurns.rejected(),
                            (key.state() + " " + key.reason()).strip()));
        }
        return String.join("\n", lines);
    }

    private static String row(String title, int pooled, int byTurns) {
        return "%-28s %12d %12d".formatted(title, pooled, byTurns);
    }
}
