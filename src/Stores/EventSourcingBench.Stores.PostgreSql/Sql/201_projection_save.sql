-- Rows, sums and checkpoint in one statement, which changes nothing if another host or a rebuild has moved the checkpoint.
WITH batch AS (
    SELECT *
    FROM unnest($6::uuid[], $7::text[], $8::bigint[], $9::timestamptz[], $10::json[])
        AS r (event_id, row_group, amount, api_call_time, document)
),
moved AS (
    UPDATE {schema}.projection_checkpoints
    SET transaction_id = $4, position = $5
    WHERE projection = $1 AND transaction_id = $2 AND position = $3
    RETURNING projection
),
saved AS (
    INSERT INTO {schema}.projection_{projection}_rows (event_id, row_group, amount, api_call_time, document)
    SELECT batch.* FROM batch, moved
),
summed AS (
    INSERT INTO {schema}.projection_{projection}_summary AS s (row_group, row_count, total)
    SELECT row_group, count(*), sum(amount) FROM batch, moved GROUP BY row_group
    ON CONFLICT (row_group) DO UPDATE SET row_count = s.row_count + excluded.row_count, total = s.total + excluded.total
)
SELECT EXISTS (SELECT FROM moved)
