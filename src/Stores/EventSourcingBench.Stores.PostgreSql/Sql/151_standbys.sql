-- The rule for synchronous commits, how many of the named standbys are streaming, how many are, and of how many this role may not see it.
SELECT
    current_setting('synchronous_standby_names'),
    count(*) FILTER (WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')),
    count(*) FILTER (WHERE state = 'streaming'),
    count(*) FILTER (WHERE state IS NULL)
FROM pg_stat_replication
