-- The same on PostgreSQL 14 and 15, which count forced writes of the log, and of data files by backends.
-- With wal_sync_method open_*, the writes themselves force the log and are not counted.
SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint
        + (buffers_checkpoint + buffers_clean + buffers_backend) * current_setting('block_size')::bigint,
    CASE WHEN current_setting('wal_sync_method') NOT LIKE 'open%' THEN wal_sync + buffers_backend_fsync END,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint
FROM pg_stat_bgwriter, pg_stat_wal
