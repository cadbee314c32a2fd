package io.github.resilience4j.adaptive.jdbc.internal;

/** The SQL of one table in one dialect. */
final class Statements {

    /** What a claim is read from. */
    private static final String CLAIMED = "id, claim, queue_key, idempotency_key, payload, attempts, last_error";

    /** Whether it is still the holder of a claim who has it, if late: its number is the newest and nobody has settled it. */
    private static final String HELD =
            " WHERE id = ? AND claim = ? AND queue_name = ? AND claimed_until <> 0 AND NOT dead";

    final String insert;
    final String findId;
    final String count;
    final String claimAtOnce;
    final String findFree;
    final String claimOne;
    final String complete;
    final String giveBack;
    final String extend;
    final String isOccupied;
    final String depth;
    final String entries;
    final String revive;
    final String discard;

    Statements(Dialect dialect, String table) {
        String now = dialect.now;
        this.insert = "INSERT INTO " + table
                + " (queue_name, queue_key, idempotency_key, payload, not_before, submitted_at)"
                + " VALUES (?, ?, ?, ?, " + now + " + ?, " + now + ")" + dialect.unlessThere;
        this.findId = "SELECT id FROM " + table + " WHERE queue_name = ? AND idempotency_key = ?";
        this.count = "SELECT COUNT(*) FROM " + table + " WHERE queue_name = ?";
        /*
         * The first of its line, due, and nobody of the line in hand. Two that look at once may both see it: one of them locks it, the
         * other skips it; and who locks it after the other has committed looks at the new version of the row, which is no longer free.
         * Scalar questions for each row, and no joins: a planner without statistics, as in a table that was just filled, makes joins of
         * NOT EXISTS that take minutes; and "no more than the first" lets it hope for many rows, so that it walks in order and stops.
         * A later row of the line becomes the first only by the end of this one, and then this one is gone. An earlier one may become
         * it, a revived dead letter or a submission with a smaller number that commits later: who looks after that commit and before
         * this one is claimed sees nobody in hand, and both are. Only a lock for each line would keep them apart.
         */
        String free = " WHERE e.queue_name = ? AND NOT e.dead AND e.not_before <= " + now + " AND e.claimed_until <= "
                + now
                + " AND e.id <= (SELECT o.id FROM " + table + " o WHERE o.queue_name = e.queue_name"
                + " AND o.queue_key = e.queue_key AND NOT o.dead ORDER BY o.id LIMIT 1)"
                + " AND (SELECT MAX(h.claimed_until) FROM " + table + " h WHERE h.queue_name = e.queue_name"
                + " AND h.queue_key = e.queue_key AND h.claimed_until > 0 AND h.claimed_until > " + now + ") IS NULL"
                + " ORDER BY e.id LIMIT ? FOR UPDATE SKIP LOCKED";
        String taken =
                " SET claimed_by = ?, claimed_until = " + now + " + ?, claim = claim + 1, attempts = attempts + 1";
        this.claimAtOnce = "WITH free AS (SELECT e.id FROM " + table + " e" + free + ") UPDATE " + table + taken
                + " WHERE id IN (SELECT id FROM free) RETURNING " + CLAIMED;
        this.findFree = "SELECT " + CLAIMED + " FROM " + table + " e" + free;
        this.claimOne = "UPDATE " + table + taken + " WHERE id = ? AND claim = ?";
        this.complete = "DELETE FROM " + table + HELD;
        this.giveBack = "UPDATE " + table + " SET claimed_by = NULL, claimed_until = 0, not_before = " + now + " + ?,"
                + " attempts = ?, last_error = COALESCE(?, last_error), dead = ?" + HELD;
        this.extend = "UPDATE " + table + " SET claimed_until = " + now + " + ?" + HELD;
        this.isOccupied = "SELECT 1 FROM " + table + " WHERE queue_name = ? AND queue_key = ? AND NOT dead LIMIT 1";
        this.depth = "SELECT COUNT(CASE WHEN NOT dead THEN 1 END),"
                + " COUNT(CASE WHEN NOT dead AND claimed_until > " + now + " THEN 1 END),"
                + " COUNT(CASE WHEN dead THEN 1 END) FROM " + table + " WHERE queue_name = ?";
        this.entries = "SELECT " + CLAIMED + ", claimed_until > " + now + ", not_before - " + now + " FROM " + table
                + " WHERE queue_name = ? AND dead = ? ORDER BY id LIMIT ?";
        this.revive = "UPDATE " + table + " SET dead = FALSE, attempts = 0, not_before = " + now
                + " WHERE id = ? AND queue_name = ? AND dead";
        this.discard = "DELETE FROM " + table + " WHERE id = ? AND queue_name = ? AND dead";
    }
}
