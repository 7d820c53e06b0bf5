SELECT count(*), count(*) FILTER (WHERE stream_id = $2), max(seq_id)::bigint FROM {schema}.mt_events WHERE id = ANY($1)
