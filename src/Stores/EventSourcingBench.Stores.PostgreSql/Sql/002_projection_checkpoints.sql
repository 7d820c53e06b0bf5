-- The checkpoint of each projection. Changed only together with its rows, and only from the value that was read.
CREATE TABLE IF NOT EXISTS {schema}.projection_checkpoints (
    projection text PRIMARY KEY,
    transaction_id xid8 NOT NULL,
    position bigint NOT NULL
);
