-- All events after a checkpoint whose transactions, and all older ones, have ended: no event can appear before them.
SELECT transaction_id, position, stream, version, event_id, type, data, metadata, recorded_at
FROM {schema}.events
WHERE (transaction_id, position) > ($1, $2)
    AND transaction_id < (SELECT pg_snapshot_xmin(pg_current_snapshot()))
ORDER BY transaction_id, position
LIMIT $3
