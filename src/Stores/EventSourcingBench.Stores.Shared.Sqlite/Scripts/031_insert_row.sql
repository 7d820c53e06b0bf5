INSERT INTO {projection}_rows (event_id, group_name, amount, api_call_time, document) VALUES (?1, ?2, ?3, ?4, ?5)
ON CONFLICT (event_id) DO NOTHING;
