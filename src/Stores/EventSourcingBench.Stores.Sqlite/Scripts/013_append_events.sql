-- Many rows in one statement: its cursors stay at the last row. {rows} is filled in; ?1 is the time. OR FAIL, because otherwise
-- SQLite would copy every changed page to be able to undo the statement alone; the enclosing savepoint is rolled back instead.
INSERT OR FAIL INTO events (recorded_at, stream, version, id, type, data, metadata, in_run) VALUES {rows};
