 AND EXISTS (SELECT 1 FROM dcb_tags AS o WHERE o.tag = ?{0} AND o.position = t.position)
