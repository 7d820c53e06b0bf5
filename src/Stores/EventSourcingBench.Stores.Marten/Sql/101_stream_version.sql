SELECT version::bigint FROM {schema}.mt_streams WHERE id = $1
