-- The events with their indexes and what is stored out of line.
SELECT pg_total_relation_size('{schema}.events')::bigint
