package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.coalesce.Coalescer;
import io.github.resilience4j.adaptive.coalesce.CoalescerRegistry;
import io.github.resilience4j.adaptive.spring.actuator.ReportColumn.Kind;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many questions each coalescer answered without a call. */
final class CoalescerSection implements ReportSection {

    private static final List<ReportColumn> COLUMNS = List.of(
            new ReportColumn("name", "Coalescer", Kind.TEXT),
            new ReportColumn("saved", "Answered without a call", Kind.PERCENT),
            new ReportColumn("hits", "From the store", Kind.NUMBER),
            new ReportColumn("joins", "Joined", Kind.NUMBER),
            new ReportColumn("calls", "Calls", Kind.NUMBER),
            new ReportColumn("failedCalls", "Failed", Kind.NUMBER),
            new ReportColumn("stale", "Got an older value", Kind.NUMBER),
            new ReportColumn("timeouts", "Gave up", Kind.NUMBER),
            new ReportColumn("refused", "Refused", Kind.NUMBER),
            new ReportColumn("inFlight", "In flight", Kind.NUMBER),
            new ReportColumn("waiting", "Waiting", Kind.NUMBER),
            new ReportColumn("size", "Stored", Kind.NUMBER));

    private final CoalescerRegistry coalescers;

    CoalescerSection(CoalescerRegistry coalescers) {
        this.coalescers = coalescers;
    }

    @Override
    public String id() {
        return "coalescers";
    }

    @Override
    public String title() {
        return "Coalescers";
    }

    @Override
    public List<ReportColumn> columns() {
        return COLUMNS;
    }

    @Override
    public List<Map<String, Object>> rows() {
        return coalescers.getAllCoalescers().stream()
                .sorted(Comparator.comparing(Coalescer::getName))
                .map(CoalescerSection::row)
                .toList();
    }

    private static Map<String, Object> row(Coalescer<?, ?> coalescer) {
        Coalescer.Snapshot now = coalescer.snapshot();
        long saved = now.hits() + now.joins();
        long asked = saved + now.calls();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", coalescer.getName());
        row.put("saved", asked == 0 ? 0.0 : (double) saved / asked);
        row.put("hits", now.hits());
        row.put("joins", now.joins());
        row.put("calls", now.calls());
        row.put("failedCalls", now.failedCalls());
        row.put("stale", now.stale());
        row.put("timeouts", now.timeouts());
        row.put("refused", now.refused());
        row.put("inFlight", now.inFlight());
        row.put("waiting", now.waiting());
        row.put("size", now.size());
        return row;
    }
}
