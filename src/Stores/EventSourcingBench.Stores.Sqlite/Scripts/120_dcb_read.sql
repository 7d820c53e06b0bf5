-- In the middle: one SELECT of positions for each of 122 and 123, joined by UNION.
SELECT e.position, e.id, e.type, e.tags, e.data, e.metadata
FROM (
    SELECT position FROM ({matching} ORDER BY 1) LIMIT ?2
) AS m CROSS JOIN dcb_events AS e ON e.position = m.position;
