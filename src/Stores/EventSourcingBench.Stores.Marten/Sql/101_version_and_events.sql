SELECT s.version, e.id, e.stream_id, e.version::bigint, e.seq_id
FROM (SELECT coalesce((SELECT version FROM {schema}.mt_streams WHERE id = $1), 0)::bigint AS version) AS s
LEFT JOIN {schema}.mt_events AS e ON e.id = ANY($2)
