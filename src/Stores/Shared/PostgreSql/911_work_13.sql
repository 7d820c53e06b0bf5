-- Bytes the server has written since its creation: the log up to its current end, and pages by any process. How often it forced
-- files to disk. The next transaction id: each transaction that writes takes one. PostgreSQL 13 does not count forced writes.
SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint
        + (buffers_checkpoint + buffers_clean + buffers_backend) * current_setting('block_size')::bigint,
    NULL::bigint,
    pg_snapshot_xmax(pg_current_snapshot())::text::bigint
FROM pg_stat_bgwriter
