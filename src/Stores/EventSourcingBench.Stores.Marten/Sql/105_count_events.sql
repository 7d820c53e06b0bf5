SELECT count(*) FROM {schema}.mt_events WHERE id = ANY($1)
