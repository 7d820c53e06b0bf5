-- Bytes the server has written since its creation: the log up to its current end, and pages by any process. PostgreSQL 13 to
-- 15.
SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint
    + (buffers_checkpoint + buffers_clean + buffers_backend) * current_setting('block_size')::bigint
FROM pg_stat_bgwriter
