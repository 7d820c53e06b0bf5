LOCK TABLE {schema}.mt_events IN EXCLUSIVE MODE
