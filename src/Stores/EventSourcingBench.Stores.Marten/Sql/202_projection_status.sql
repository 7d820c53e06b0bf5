SELECT
    coalesce((SELECT last_seq_id FROM {schema}.mt_event_progression WHERE name = $1), 0)::bigint,
    (SELECT coalesce(sum(row_count), 0) FROM {schema}.projection_{projection}_sums)::bigint,
    (SELECT coalesce(max(seq_id), 0) FROM {schema}.mt_events)::bigint
