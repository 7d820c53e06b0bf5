-- ?1: positions, a JSON array. CROSS JOIN keeps its order.
SELECT e.position, e.stream, e.version, e.id, e.type, e.data, e.metadata, e.recorded_at
FROM json_each(?1) AS p CROSS JOIN events AS e ON e.position = p.value;
