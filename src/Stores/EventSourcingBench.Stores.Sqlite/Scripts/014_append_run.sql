INSERT INTO runs (stream, first_version, last_version, positions) VALUES (?1, ?2, ?3, ?4);
