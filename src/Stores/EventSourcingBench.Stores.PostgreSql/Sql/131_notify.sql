-- A notification writes a commit record. It need not be on disk: what it tells of is.
SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)
