SELECT 1 FROM dcb_events WHERE position > ?1 LIMIT 1;
