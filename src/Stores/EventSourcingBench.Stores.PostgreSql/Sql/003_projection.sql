-- The read model of one projection. Run when the projection starts; {projection} is its validated name.
CREATE TABLE IF NOT EXISTS {schema}.projection_{projection}_rows (
    event_id uuid PRIMARY KEY,
    row_group text NOT NULL,
    amount bigint NOT NULL,
    api_call_time timestamptz NOT NULL,
    document json NOT NULL
);

CREATE TABLE IF NOT EXISTS {schema}.projection_{projection}_summary (
    row_group text PRIMARY KEY,
    row_count bigint NOT NULL,
    total bigint NOT NULL
);

INSERT INTO {schema}.projection_checkpoints (projection, transaction_id, position)
VALUES ('{projection}', '0', 0)
ON CONFLICT (projection) DO NOTHING;
