-- In the middle: one SELECT of positions for each of 122 and 123, joined by UNION ALL. Ends at the first row.
SELECT 1 FROM ({matching}) LIMIT 1;
