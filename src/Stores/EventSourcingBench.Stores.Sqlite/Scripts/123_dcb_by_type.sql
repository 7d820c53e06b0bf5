SELECT position FROM dcb_events WHERE type = {type} AND position > ?1
