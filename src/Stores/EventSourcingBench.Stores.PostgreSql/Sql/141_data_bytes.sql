-- The size of the events table with indexes and out-of-line values.
SELECT pg_total_relation_size('{schema}.events')::bigint
