-- The checkpoint of each projection, in the store's format.
CREATE TABLE IF NOT EXISTS projections (
    name     TEXT PRIMARY KEY,
    position TEXT NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS {projection}_rows (
    event_id      BLOB    PRIMARY KEY,
    group_name    TEXT    NOT NULL,
    amount        INTEGER NOT NULL,
    api_call_time INTEGER NOT NULL,
    document      BLOB    NOT NULL
) WITHOUT ROWID;

CREATE TABLE IF NOT EXISTS {projection}_summaries (
    group_name TEXT    PRIMARY KEY,
    count      INTEGER NOT NULL,
    total      INTEGER NOT NULL
) WITHOUT ROWID;
