SELECT position, stream, version, id, type, data, metadata, recorded_at
FROM events WHERE position > ?1 ORDER BY position LIMIT ?2;
