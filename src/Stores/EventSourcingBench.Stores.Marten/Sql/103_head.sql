SELECT coalesce(max(seq_id), 0)::bigint FROM {schema}.mt_events
