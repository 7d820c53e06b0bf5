-- Looks up events that may already exist.
SELECT event_id, stream, version, position
FROM {schema}.events
WHERE event_id = ANY ($1)
