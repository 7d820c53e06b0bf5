-- Whether an event is committed but not readable yet, because an older transaction is still running.
SELECT EXISTS (
    SELECT FROM {schema}.events
    WHERE transaction_id >= (SELECT pg_snapshot_xmin(pg_current_snapshot())))
