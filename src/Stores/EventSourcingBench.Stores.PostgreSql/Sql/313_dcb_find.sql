-- The position of the last of these events, null when none is there.
SELECT max(position) FROM {schema}.dcb_events WHERE event_id = ANY ($1)
