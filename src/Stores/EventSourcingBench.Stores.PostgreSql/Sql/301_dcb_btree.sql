-- The events' tags in a separate table: a search for a tag reads positions and types from its index only.
CREATE INDEX IF NOT EXISTS dcb_events_type_key ON {schema}.dcb_events (type, position);

CREATE TABLE IF NOT EXISTS {schema}.dcb_tags (
    tag text COLLATE "C" NOT NULL,
    position bigint NOT NULL,
    type text COLLATE "C" NOT NULL,
    CONSTRAINT dcb_tags_key PRIMARY KEY (tag, position) INCLUDE (type)
);
