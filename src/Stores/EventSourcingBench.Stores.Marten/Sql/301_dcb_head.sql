SELECT json_build_object(
    'Last', coalesce(max(seq_id), 0),
    'OldestRunning', pg_snapshot_xmin(pg_current_snapshot())::text::bigint,
    'Gaps', coalesce(array_agg(before + 1 ORDER BY seq_id) FILTER (WHERE seq_id > before + 1), '{}'))::text
FROM (SELECT seq_id::bigint, lag(seq_id::bigint, 1, ?) OVER (ORDER BY seq_id) AS before FROM {schema}.mt_events WHERE seq_id > ?) AS newer
