SELECT name, current_setting(name)
FROM pg_settings
WHERE name IN (
    'fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method', 'wal_level', 'wal_compression', 'commit_delay',
    'synchronous_standby_names', 'shared_buffers', 'max_wal_size', 'checkpoint_timeout', 'max_connections', 'autovacuum',
    'data_checksums', 'default_transaction_isolation')
ORDER BY name
