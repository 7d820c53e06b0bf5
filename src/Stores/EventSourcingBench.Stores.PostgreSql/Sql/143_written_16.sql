-- The same on PostgreSQL 16 and 17, which count pages by who wrote them and why.
SELECT w.wal_bytes::bigint
    + (SELECT sum((coalesce(i.writes, 0) + coalesce(i.extends, 0)) * i.op_bytes) FROM pg_stat_io i)::bigint
FROM pg_stat_wal w
