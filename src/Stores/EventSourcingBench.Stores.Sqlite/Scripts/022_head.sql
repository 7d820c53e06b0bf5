SELECT max(position) FROM events;
