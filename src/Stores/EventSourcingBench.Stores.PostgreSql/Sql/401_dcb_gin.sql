-- Types and tags as words of a text, with an inverted index.
CREATE SEQUENCE IF NOT EXISTS {schema}.dcb_position;

CREATE TABLE IF NOT EXISTS {schema}.dcb_events (
    position bigint NOT NULL,
    event_id uuid NOT NULL,
    type text COLLATE "C" NOT NULL,
    tags text[] COLLATE "C" NOT NULL,
    data json NOT NULL,
    metadata json,
    words tsvector NOT NULL,
    CONSTRAINT dcb_events_position_key PRIMARY KEY (position),
    CONSTRAINT dcb_events_event_id_key UNIQUE (event_id)
);

CREATE INDEX IF NOT EXISTS dcb_events_words_key ON {schema}.dcb_events USING gin (words);
