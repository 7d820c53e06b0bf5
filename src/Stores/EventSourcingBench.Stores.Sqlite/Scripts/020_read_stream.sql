SELECT position, stream, version, id, type, data, metadata, recorded_at
FROM events WHERE stream = ?1 AND version >= ?2 AND in_run = 0 ORDER BY version LIMIT ?3;
