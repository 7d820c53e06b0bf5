-- 311_dcb_btree_read for what comes most often: items of one tag each. From tags to positions to types in one index, by
-- position to the events.
SELECT q.number::integer, h.head, e.position, e.event_id, e.type, e.tags, e.data, e.metadata
FROM unnest($1::bigint[], $2::bigint[], $3::integer[], $4::integer[])
    WITH ORDINALITY AS q (after, most, first_item, last_item, number)
CROSS JOIN (SELECT coalesce((SELECT max(position) FROM {schema}.dcb_events), 0) AS head) AS h
LEFT JOIN (
    LATERAL (
        SELECT DISTINCT tagged.position
        FROM unnest(
                ($5::text[])[q.first_item:q.last_item],
                ($6::integer[])[q.first_item:q.last_item], ($7::integer[])[q.first_item:q.last_item])
            AS i (tag, first_type, last_type)
        CROSS JOIN LATERAL (
            SELECT t.position
            FROM {schema}.dcb_tags t
            WHERE t.tag = i.tag AND t.position > q.after
                AND (i.first_type > i.last_type OR t.type = ANY (($8::text[])[i.first_type:i.last_type]))
            ORDER BY t.position
            LIMIT q.most) AS tagged
        ORDER BY tagged.position
        LIMIT q.most
    ) AS found
    JOIN {schema}.dcb_events e ON e.position = found.position
) ON true
ORDER BY q.number, e.position
