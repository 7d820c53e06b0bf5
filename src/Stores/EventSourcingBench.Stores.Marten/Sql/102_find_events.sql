SELECT id, stream_id, version::bigint, seq_id FROM {schema}.mt_events WHERE id = ANY($1)
