SELECT max(seq_id)::bigint FROM {schema}.mt_events WHERE id = ANY($1)
