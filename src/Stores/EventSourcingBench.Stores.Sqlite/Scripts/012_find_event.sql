SELECT position, version FROM events WHERE id = ?1 AND stream = ?2;
