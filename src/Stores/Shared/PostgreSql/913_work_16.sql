-- The same on PostgreSQL 16 and 17, which count pages and forced writes of data files by writer and reason.
SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint
        + sum((coalesce(writes, 0) + coalesce(extends, 0)) * op_bytes)::bigint,
    CASE WHEN current_setting('wal_sync_method') NOT LIKE 'open%'
        THEN (sum(coalesce(fsyncs, 0)) + (SELECT wal_sync FROM pg_stat_wal))::bigint END,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint
FROM pg_stat_io
