INSERT INTO {projection}_summaries (group_name, count, total) VALUES (?1, ?2, ?3)
ON CONFLICT (group_name) DO UPDATE SET count = count + excluded.count, total = total + excluded.total;
