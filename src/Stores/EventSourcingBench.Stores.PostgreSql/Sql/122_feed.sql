-- All events after a checkpoint whose transactions, and all older ones, have ended: no event can appear before them. Then a row that
-- says whether an event is committed but not readable yet, because an older transaction is still running.
SELECT *
FROM (
    SELECT transaction_id, position, stream, version, event_id, type, data, metadata, recorded_at, NULL::boolean AS pending
    FROM {schema}.events
    WHERE (transaction_id, position) > ($1, $2)
        AND transaction_id < (SELECT pg_snapshot_xmin(pg_current_snapshot()))
    ORDER BY transaction_id, position
    LIMIT $3
) AS f
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, EXISTS (
    SELECT FROM {schema}.events
    WHERE transaction_id >= (SELECT pg_snapshot_xmin(pg_current_snapshot())))
