SELECT first_version, positions FROM runs WHERE stream = ?1 AND last_version >= ?2 ORDER BY last_version LIMIT 1;
