-- The matches of several queries, with the head: from tags (or types) to positions, by position to the events. The index scan
-- sorts and deduplicates the array of positions. The events of a query are in order, because the joined rows are ordered;
-- queries are distinguished by their number.
SELECT q.number::integer, coalesce((SELECT max(position) FROM {schema}.dcb_events), 0) AS head,
    e.position, e.event_id, e.type, e.tags, e.data, e.metadata
FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[])
    WITH ORDINALITY AS q (after, most, first_item, last_item, number)
LEFT JOIN LATERAL (
    SELECT v.position, v.event_id, v.type, v.tags, v.data, v.metadata
    FROM {schema}.dcb_events v
    WHERE v.position = ANY (ARRAY (
        SELECT candidate.position
        FROM (
            SELECT u.tags::text[] AS tags, u.types::text[] AS types
            FROM unnest(($5::text[])[q.first_item:q.last_item], ($6::text[])[q.first_item:q.last_item]) AS u (tags, types)
            OFFSET 0) AS i
        CROSS JOIN LATERAL (
            (SELECT t.position
            FROM {schema}.dcb_tags t
            WHERE cardinality(i.tags) > 0
                AND t.tag = CASE WHEN cardinality(i.tags) = 1 THEN i.tags[1] ELSE {schema}.dcb_rarest(i.tags, q.after) END
                AND t.position > q.after
                AND (cardinality(i.types) = 0 OR t.type = ANY (i.types))
                AND (cardinality(i.tags) = 1 OR NOT EXISTS (
                    SELECT FROM unnest(i.tags) AS needed (tag)
                    WHERE NOT EXISTS (
                        SELECT FROM {schema}.dcb_tags x WHERE x.tag = needed.tag AND x.position = t.position)))
            ORDER BY t.position
            LIMIT q.most)
            UNION ALL
            (SELECT typed.position
            FROM unnest(i.types) AS w (type)
            CROSS JOIN LATERAL (
                SELECT u.position
                FROM {schema}.dcb_events u
                WHERE cardinality(i.tags) = 0 AND u.type = w.type AND u.position > q.after
                ORDER BY u.position
                LIMIT q.most) AS typed)
        ) AS candidate))
    ORDER BY v.position
    LIMIT q.most
) AS e ON true
