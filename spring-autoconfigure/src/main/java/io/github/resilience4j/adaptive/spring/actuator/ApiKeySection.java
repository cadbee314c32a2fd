package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.keypool.ApiKeyPool;
import io.github.resilience4j.adaptive.keypool.ApiKeyPoolRegistry;
import io.github.resilience4j.adaptive.keypool.ApiKeyStats;
import io.github.resilience4j.adaptive.ratelimiter.AdaptiveRateLimiter.Snapshot;
import io.github.resilience4j.adaptive.spring.actuator.ReportColumn.Kind;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What each key was used for, how it is and why. Ids only: who looks at this has no business with a secret. */
final class ApiKeySection implements ReportSection {

    private static final List<ReportColumn> COLUMNS = List.of(
            new ReportColumn("pool", "Pool", Kind.TEXT),
            new ReportColumn("key", "Key", Kind.TEXT),
            new ReportColumn("state", "State", Kind.STATE),
            new ReportColumn("reason", "Reason", Kind.TEXT),
            new ReportColumn("remainingMillis", "Back in", Kind.MILLIS),
            new ReportColumn("calls", "Calls", Kind.NUMBER),
            new ReportColumn("failures", "Failures", Kind.NUMBER),
            new ReportColumn("failed", "Failed", Kind.PERCENT),
            new ReportColumn("limit", "Limit", Kind.NUMBER));

    private final ApiKeyPoolRegistry pools;

    ApiKeySection(ApiKeyPoolRegistry pools) {
        this.pools = pools;
    }

    @Override
    public String id() {
        return "keys";
    }

    @Override
    public String title() {
        return "API keys";
    }

    @Override
    public List<ReportColumn> columns() {
        return COLUMNS;
    }

    @Override
    public List<Map<String, Object>> rows() {
        return pools.getAllKeyPools().stream()
                .sorted(Comparator.comparing(ApiKeyPool::getName))
                .flatMap(pool -> pool.stats().stream().map(stats -> row(pool, stats)))
                .toList();
    }

    private static Map<String, Object> row(ApiKeyPool pool, ApiKeyStats key) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("pool", pool.getName());
        row.put("key", key.keyId());
        row.put("state", key.state());
        row.put("reason", key.reason());
        row.put("remainingMillis", key.benchedFor().toMillis());
        row.put("calls", key.calls());
        row.put("failures", key.failures());
        row.put("failed", key.calls() == 0 ? 0.0 : (double) key.failures() / key.calls());
        pool.limiter(key.keyId()).ifPresent(limiter -> addLimiter(row, key, limiter.snapshot()));
        return row;
    }

    /** A key that is not benched may be held back by its limiter. */
    private static void addLimiter(Map<String, Object> row, ApiKeyStats key, Snapshot now) {
        row.put("limit", now.limitForPeriod());
        if (key.benchedFor().isZero()) {
            row.put("reason", LimiterReport.reason(now));
            row.put("remainingMillis", now.pauseRemaining().toMillis());
        }
    }
}
