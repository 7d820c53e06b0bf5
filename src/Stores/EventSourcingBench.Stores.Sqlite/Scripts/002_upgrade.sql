-- Upgrades a file without runs, from an earlier version; the schema's script then creates what is missing.
BEGIN IMMEDIATE;
ALTER TABLE events ADD COLUMN in_run INTEGER NOT NULL DEFAULT 0;
DROP INDEX events_by_stream;
COMMIT;
