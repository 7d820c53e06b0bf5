SELECT position FROM dcb_tags AS t WHERE t.tag = {tag} AND t.position > ?1{types}{others}
