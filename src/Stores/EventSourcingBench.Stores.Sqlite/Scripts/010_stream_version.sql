SELECT max(version) FROM events WHERE stream = ?1;
