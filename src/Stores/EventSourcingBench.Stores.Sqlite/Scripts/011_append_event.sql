INSERT INTO events (stream, version, id, type, data, metadata, recorded_at, in_run) VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8);
