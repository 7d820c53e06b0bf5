-- The same on PostgreSQL 18 and newer, which counts the log in the same view.
SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint
    + sum(coalesce(write_bytes, 0) + coalesce(extend_bytes, 0))::bigint
FROM pg_stat_io
WHERE object <> 'wal'
