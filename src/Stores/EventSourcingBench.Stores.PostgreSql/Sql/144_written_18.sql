-- The same on PostgreSQL 18 and newer; there the log has rows of its own, which are left to pg_stat_wal.
SELECT w.wal_bytes::bigint
    + (SELECT sum(coalesce(i.write_bytes, 0) + coalesce(i.extend_bytes, 0)) FROM pg_stat_io i WHERE i.object <> 'wal')::bigint
FROM pg_stat_wal w
