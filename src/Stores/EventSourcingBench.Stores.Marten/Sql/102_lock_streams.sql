SELECT id FROM {schema}.mt_streams WHERE id = ANY($1) ORDER BY id COLLATE "C" FOR UPDATE
