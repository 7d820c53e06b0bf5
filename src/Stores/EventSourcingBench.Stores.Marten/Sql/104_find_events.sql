SELECT id, stream_id FROM {schema}.mt_events WHERE id = ANY($1)
