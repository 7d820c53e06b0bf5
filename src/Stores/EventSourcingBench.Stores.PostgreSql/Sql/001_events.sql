-- One table for all events. The order of everything is (transaction_id, position): see README.md, "Order".
CREATE TABLE IF NOT EXISTS {schema}.events (
    position bigint GENERATED ALWAYS AS IDENTITY,
    transaction_id xid8 NOT NULL DEFAULT pg_current_xact_id(),
    stream text COLLATE "C" NOT NULL,
    version bigint NOT NULL CHECK (version > 0),
    event_id uuid NOT NULL,
    type text NOT NULL,
    data json NOT NULL,
    metadata json,
    recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
    CONSTRAINT events_order_key PRIMARY KEY (transaction_id, position),
    CONSTRAINT events_stream_version_key UNIQUE (stream, version),
    CONSTRAINT events_event_id_key UNIQUE (event_id)
);
