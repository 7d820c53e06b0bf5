-- The events of one or more appends, in one statement and therefore one transaction; positions follow the arrays' order.
INSERT INTO {schema}.events (stream, version, event_id, type, data, metadata)
SELECT stream, version, event_id, type, data, metadata
FROM unnest($1::text[], $2::bigint[], $3::uuid[], $4::text[], $5::json[], $6::json[])
    WITH ORDINALITY AS e (stream, version, event_id, type, data, metadata, place)
ORDER BY place
RETURNING position
