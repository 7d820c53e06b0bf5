-- position is the rowid: with a single writer its order is the commit order.
CREATE TABLE IF NOT EXISTS dcb_events (
    position INTEGER PRIMARY KEY,
    id       BLOB NOT NULL,
    type     TEXT NOT NULL,
    tags     TEXT NOT NULL, -- a JSON array
    data     BLOB NOT NULL,
    metadata BLOB
);

CREATE UNIQUE INDEX IF NOT EXISTS dcb_events_by_id ON dcb_events (id);

-- The rowid, which is the position, is the last column of every index.
CREATE INDEX IF NOT EXISTS dcb_events_by_type ON dcb_events (type);

-- The type is included, so that a condition reads this index only.
CREATE TABLE IF NOT EXISTS dcb_tags (
    tag      TEXT    NOT NULL,
    position INTEGER NOT NULL,
    type     TEXT    NOT NULL,
    PRIMARY KEY (tag, position)
) WITHOUT ROWID;
