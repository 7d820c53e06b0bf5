SELECT
    coalesce(max(seq_id), 0)::bigint,
    pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
    coalesce(array_agg(before + 1 ORDER BY seq_id) FILTER (WHERE seq_id > before + 1), '{}')::bigint[]
FROM (SELECT seq_id::bigint, lag(seq_id::bigint, 1, ?) OVER (ORDER BY seq_id) AS before FROM {schema}.mt_events WHERE seq_id > ?) AS newer
