-- The same on PostgreSQL 18 and newer, which counts the log in the same view.
SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint
        + sum(coalesce(write_bytes, 0) + coalesce(extend_bytes, 0)) FILTER (WHERE object <> 'wal')::bigint,
    CASE WHEN current_setting('wal_sync_method') NOT LIKE 'open%' THEN sum(coalesce(fsyncs, 0))::bigint END,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint
FROM pg_stat_io
