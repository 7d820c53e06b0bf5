SELECT max(position) FROM dcb_events;
