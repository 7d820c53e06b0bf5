WITH added AS (
    INSERT INTO {schema}.projection_{projection}_rows (event_id, row_group, amount, api_call_time, document)
    VALUES (?, ?, ?, ?, ?)
    ON CONFLICT (event_id) DO NOTHING
    RETURNING row_group, amount),
summed AS (
    INSERT INTO {schema}.projection_{projection}_sums AS sums (row_group, row_count, total)
    SELECT row_group, 1, amount FROM added
    ON CONFLICT (row_group) DO UPDATE SET row_count = sums.row_count + 1, total = sums.total + excluded.total)
SELECT count(*) FROM added
