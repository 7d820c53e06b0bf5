-- position is the rowid: with one writer its order is the order of commits.
CREATE TABLE IF NOT EXISTS events (
    position    INTEGER PRIMARY KEY,
    stream      TEXT    NOT NULL,
    version     INTEGER NOT NULL,
    id          BLOB    NOT NULL,
    type        TEXT    NOT NULL,
    data        BLOB    NOT NULL,
    metadata    BLOB,
    recorded_at INTEGER NOT NULL -- UTC, in units of 100 ns since the year 1
);

CREATE UNIQUE INDEX IF NOT EXISTS events_by_stream ON events (stream, version);

-- Ids are kept in the byte order of their text form, so that version 7 ids come in at the index's end.
CREATE UNIQUE INDEX IF NOT EXISTS events_by_id ON events (id);
