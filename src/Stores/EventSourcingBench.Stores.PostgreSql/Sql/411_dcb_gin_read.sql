-- The matches of several text queries, with the head. OFFSET 0 separates the text search from the ordering by position:
-- otherwise an index of positions might be scanned instead.
SELECT q.number::integer, h.head, e.position, e.event_id, e.type, e.tags, e.data, e.metadata
FROM unnest($1::bigint[], $2::bigint[], $3::text[]) WITH ORDINALITY AS q (after, most, query, number)
CROSS JOIN (SELECT coalesce((SELECT max(position) FROM {schema}.dcb_events), 0) AS head) AS h
LEFT JOIN LATERAL (
    SELECT *
    FROM (
        SELECT f.position, f.event_id, f.type, f.tags, f.data, f.metadata
        FROM {schema}.dcb_events f
        WHERE f.words @@ q.query::tsquery AND f.position > q.after
        OFFSET 0) AS matching
    ORDER BY position
    LIMIT q.most
) AS e ON true
ORDER BY q.number, e.position
