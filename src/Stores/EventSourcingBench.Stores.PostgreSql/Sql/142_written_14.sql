-- What the server has written since its statistics began: log, and pages by whomever. PostgreSQL 14 and 15.
SELECT w.wal_bytes::bigint
    + (b.buffers_checkpoint + b.buffers_clean + b.buffers_backend) * current_setting('block_size')::bigint
FROM pg_stat_wal w, pg_stat_bgwriter b
