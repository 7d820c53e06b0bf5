-- The rule that commits wait by, and how many of those that it names stream now.
SELECT
    current_setting('synchronous_standby_names'),
    count(*) FILTER (WHERE state = 'streaming' AND sync_state IN ('sync', 'quorum')),
    count(*) FILTER (WHERE state = 'streaming')
FROM pg_stat_replication
