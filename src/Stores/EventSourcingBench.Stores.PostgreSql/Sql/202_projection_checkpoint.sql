SELECT transaction_id, position, (SELECT coalesce(sum(row_count), 0)::bigint FROM {schema}.projection_{projection}_summary)
FROM {schema}.projection_checkpoints
WHERE projection = '{projection}'
