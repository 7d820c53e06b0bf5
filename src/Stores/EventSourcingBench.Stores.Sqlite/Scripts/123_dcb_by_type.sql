SELECT position FROM dcb_events WHERE type = ?{0} AND position > ?1
