-- All events after a position, with the head, in the columns of the other reads.
SELECT 1, h.head, e.position, e.event_id, e.type, e.tags, e.data, e.metadata
FROM (SELECT coalesce((SELECT max(position) FROM {schema}.dcb_events), 0) AS head) AS h
LEFT JOIN (
    SELECT * FROM {schema}.dcb_events WHERE position > $1 ORDER BY position LIMIT $2
) AS e ON true
ORDER BY e.position
