 AND EXISTS (SELECT 1 FROM dcb_tags AS o WHERE o.tag = {tag} AND o.position = t.position)
