-- Many rows by one statement: its cursors stay where the last row went. {rows} is filled in; ?1 is the time.
-- OR FAIL, because to be able to abort alone the statement would copy every page that it changes; the savepoint around
-- it is rolled back instead.
INSERT OR FAIL INTO events (recorded_at, stream, version, id, type, data, metadata, in_run) VALUES {rows};
