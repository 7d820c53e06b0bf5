-- The rule for synchronous commits, and how many of the named standbys are streaming.
SELECT
    current_setting('synchronous_standby_names'),
    count(*) FILTER (WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')),
    count(*) FILTER (WHERE state = 'streaming')
FROM pg_stat_replication
