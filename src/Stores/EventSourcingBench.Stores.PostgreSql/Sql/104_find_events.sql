-- Where events are that may have been appended before.
SELECT event_id, stream, version, position
FROM {schema}.events
WHERE event_id = ANY ($1)
