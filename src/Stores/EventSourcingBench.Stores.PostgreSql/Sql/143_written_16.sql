-- The same on PostgreSQL 16 and 17, which count pages by writer and reason.
SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint
    + sum((coalesce(writes, 0) + coalesce(extends, 0)) * op_bytes)::bigint
FROM pg_stat_io
