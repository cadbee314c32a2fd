package io.github.resilience4j.adaptive.spring.actuator;

import io.github.resilience4j.adaptive.queue.RetryQueue;
import io.github.resilience4j.adaptive.queue.RetryQueueRegistry;
import io.github.resilience4j.adaptive.spring.actuator.ReportColumn.Kind;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What waits in each retry queue, and what was given up. Of what waits only the number is told. */
final class RetryQueueSection implements ReportSection {

    private static final List<ReportColumn> COLUMNS = List.of(
            new ReportColumn("name", "Retry queue", Kind.TEXT),
            new ReportColumn("state", "State", Kind.STATE),
            new ReportColumn("waiting", "Waiting", Kind.NUMBER),
            new ReportColumn("deadLetters", "Dead letters", Kind.NUMBER),
            new ReportColumn("inHand", "In hand", Kind.NUMBER),
            new ReportColumn("submitted", "Submitted", Kind.NUMBER),
            new ReportColumn("done", "Done", Kind.NUMBER),
            new ReportColumn("putBack", "Put back", Kind.NUMBER),
            new ReportColumn("failedAttempts", "Failed attempts", Kind.NUMBER),
            new ReportColumn("refused", "Refused", Kind.NUMBER),
            new ReportColumn("storeFailures", "Store failures", Kind.NUMBER));

    private final RetryQueueRegistry queues;

    RetryQueueSection(RetryQueueRegistry queues) {
        this.queues = queues;
    }

    @Override
    public String id() {
        return "queues";
    }

    @Override
    public String title() {
        return "Retry queues";
    }

    @Override
    public List<ReportColumn> columns() {
        return COLUMNS;
    }

    @Override
    public List<Map<String, Object>> rows() {
        return queues.getAllQueues().stream()
                .sorted(Comparator.comparing(RetryQueue::getName))
                .map(RetryQueueSection::row)
                .toList();
    }

    private static Map<String, Object> row(RetryQueue<?> queue) {
        RetryQueue.Snapshot now = queue.snapshot();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("name", queue.getName());
        row.put("state", now.state().name());
        row.put("waiting", now.waiting());
        row.put("deadLetters", now.deadLetters());
        row.put("inHand", now.inHand());
        row.put("submitted", now.submitted());
        row.put("done", now.done());
        row.put("putBack", now.putBack());
        row.put("failedAttempts", now.failedAttempts());
        row.put("refused", now.refused());
        row.put("storeFailures", now.storeFailures());
        return row;
    }
}
