-- One event. The version was worked out from what had been committed before; the unique constraint judges it.
INSERT INTO {schema}.events (stream, version, event_id, type, data, metadata)
VALUES ($1, $2, $3, $4, $5, $6)
RETURNING position
