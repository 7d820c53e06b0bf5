SELECT position FROM dcb_events WHERE id = ?1;
