INSERT INTO dcb_events (id, type, tags, data, metadata) VALUES (?1, ?2, ?3, ?4, ?5);
