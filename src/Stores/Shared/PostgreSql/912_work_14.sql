-- The same on PostgreSQL 14 and 15, which count forced writes of the log, and of data files by backends.
SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint
        + (buffers_checkpoint + buffers_clean + buffers_backend) * current_setting('block_size')::bigint,
    wal_sync + buffers_backend_fsync,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint
FROM pg_stat_bgwriter, pg_stat_wal
