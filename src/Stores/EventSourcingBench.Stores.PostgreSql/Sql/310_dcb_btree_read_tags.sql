-- 311_dcb_btree_read for the most frequent case: items of one tag each. From tags to positions to types in one index, then by
-- position to the events.
SELECT q.number::integer, coalesce((SELECT max(position) FROM {schema}.dcb_events), 0) AS head,
    e.position, e.event_id, e.type, e.tags, e.data, e.metadata
FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[])
    WITH ORDINALITY AS q (after, most, first_item, last_item, number)
LEFT JOIN LATERAL (
    SELECT v.position, v.event_id, v.type, v.tags, v.data, v.metadata
    FROM {schema}.dcb_events v
    WHERE v.position = ANY (ARRAY (
        SELECT tagged.position
        FROM unnest(($5::text[])[q.first_item:q.last_item], ($6::text[])[q.first_item:q.last_item]) AS w (tag, types)
        -- The offset prevents the types from being parsed for each entry of the index.
        CROSS JOIN LATERAL (SELECT w.types::text[] AS types OFFSET 0) AS i
        CROSS JOIN LATERAL (
            SELECT t.position
            FROM {schema}.dcb_tags t
            WHERE t.tag = w.tag AND t.position > q.after AND (cardinality(i.types) = 0 OR t.type = ANY (i.types))
            ORDER BY t.position
            LIMIT q.most) AS tagged))
    ORDER BY v.position
    LIMIT q.most
) AS e ON true
