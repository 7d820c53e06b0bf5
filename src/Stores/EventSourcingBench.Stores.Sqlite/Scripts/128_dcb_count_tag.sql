SELECT count(*) FROM (SELECT 1 FROM dcb_tags WHERE tag = ?1 AND position > ?2 LIMIT ?3);
