-- A notification writes a commit record, which need not be on disk: the events it announces are.
SELECT set_config('synchronous_commit', 'off', true), pg_notify($1, $2)
