-- position is the rowid: with a single writer its order is the commit order.
CREATE TABLE IF NOT EXISTS events (
    position    INTEGER PRIMARY KEY,
    stream      TEXT    NOT NULL,
    version     INTEGER NOT NULL,
    id          BLOB    NOT NULL,
    type        TEXT    NOT NULL,
    data        BLOB    NOT NULL,
    metadata    BLOB,
    recorded_at INTEGER NOT NULL, -- UTC, in units of 100 ns since the year 1
    in_run      INTEGER NOT NULL DEFAULT 0 -- 1: found by the table runs, not by the index of streams
);

CREATE UNIQUE INDEX IF NOT EXISTS events_by_stream ON events (stream, version) WHERE in_run = 0;

-- Ids are stored in the byte order of their text form, so that version 7 ids are added at the end of the index.
CREATE UNIQUE INDEX IF NOT EXISTS events_by_id ON events (id);

-- The positions of a stream's events from a bulk append: one entry for up to 512 of them instead of one each.
CREATE TABLE IF NOT EXISTS runs (
    stream        TEXT    NOT NULL,
    last_version  INTEGER NOT NULL,
    first_version INTEGER NOT NULL,
    positions     BLOB    NOT NULL -- each as its distance from the one before (the first from 0), 7 bits a byte, low ones first
);

CREATE UNIQUE INDEX IF NOT EXISTS runs_by_stream ON runs (stream, last_version);
