SELECT position FROM dcb_tags AS t WHERE t.tag = ?{0} AND t.position > ?1
