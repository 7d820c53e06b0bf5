INSERT OR IGNORE INTO dcb_tags (tag, position, type) VALUES (?1, ?2, ?3);
