-- Whether an event is committed that a reader may not pass on yet, because an older transaction still runs.
SELECT EXISTS (
    SELECT FROM {schema}.events
    WHERE transaction_id >= (SELECT pg_snapshot_xmin(pg_current_snapshot())))
