CREATE SEQUENCE IF NOT EXISTS {schema}.dcb_position;

CREATE TABLE IF NOT EXISTS {schema}.dcb_events (
    position bigint NOT NULL,
    event_id uuid NOT NULL,
    type text COLLATE "C" NOT NULL,
    tags text[] COLLATE "C" NOT NULL,
    data json NOT NULL,
    metadata json,
    CONSTRAINT dcb_events_position_key PRIMARY KEY (position),
    CONSTRAINT dcb_events_event_id_key UNIQUE (event_id)
);
