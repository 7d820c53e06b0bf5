INSERT INTO projections (name, position) VALUES (?1, ?2)
ON CONFLICT (name) DO UPDATE SET position = excluded.position;
