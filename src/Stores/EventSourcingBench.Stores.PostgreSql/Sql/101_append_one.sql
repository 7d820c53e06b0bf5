-- One event. The version was computed from earlier commits; the unique constraint verifies it.
INSERT INTO {schema}.events (stream, version, event_id, type, data, metadata)
VALUES ($1, $2, $3, $4, $5, $6)
RETURNING position
