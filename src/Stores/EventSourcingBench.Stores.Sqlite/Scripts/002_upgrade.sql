-- A file from before there were runs; the schema's script makes what is missing afterwards.
BEGIN IMMEDIATE;
ALTER TABLE events ADD COLUMN in_run INTEGER NOT NULL DEFAULT 0;
DROP INDEX events_by_stream;
COMMIT;
