SELECT position, id, type, tags, data, metadata FROM dcb_events WHERE position > ?1 ORDER BY position LIMIT ?2;
