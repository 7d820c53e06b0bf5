SELECT max(
    coalesce((SELECT max(version) FROM events WHERE stream = ?1 AND in_run = 0), 0),
    coalesce((SELECT max(last_version) FROM runs WHERE stream = ?1), 0));
