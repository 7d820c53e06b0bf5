SELECT name, current_setting(name)
FROM pg_settings
WHERE name IN (
    'fsync', 'synchronous_commit', 'full_page_writes', 'wal_sync_method', 'wal_level', 'wal_compression', 'commit_delay',
    'commit_siblings', 'wal_buffers', 'wal_writer_delay', 'wal_writer_flush_after', 'wal_init_zero', 'wal_recycle',
    'synchronous_standby_names', 'min_wal_size', 'max_wal_size', 'checkpoint_timeout', 'checkpoint_completion_target',
    'checkpoint_flush_after', 'bgwriter_delay', 'bgwriter_lru_maxpages', 'shared_buffers', 'huge_pages', 'work_mem',
    'maintenance_work_mem', 'temp_buffers', 'effective_cache_size', 'effective_io_concurrency', 'io_method', 'max_connections',
    'autovacuum', 'data_checksums', 'default_transaction_isolation', 'plan_cache_mode', 'jit', 'random_page_cost', 'seq_page_cost',
    'cpu_tuple_cost', 'default_statistics_target', 'enable_seqscan', 'enable_bitmapscan', 'enable_hashjoin', 'enable_mergejoin',
    'max_parallel_workers_per_gather', 'track_io_timing', 'track_wal_io_timing')
ORDER BY name
