SELECT count(*) > 0 AND sum(name = 'in_run') = 0 FROM pragma_table_info('events');
