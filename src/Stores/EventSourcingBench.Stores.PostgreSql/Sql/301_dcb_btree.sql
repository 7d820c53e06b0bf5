-- Events, and their tags in a separate table: a search for a tag reads positions and types from its index only.
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

CREATE INDEX IF NOT EXISTS dcb_events_type_key ON {schema}.dcb_events (type, position);

CREATE TABLE IF NOT EXISTS {schema}.dcb_tags (
    tag text COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    type text COLLATE "C" NOT NULL,
    CONSTRAINT dcb_tags_key PRIMARY KEY (tag, position) INCLUDE (type)
);
