-- Waits for all writers to end and blocks new ones until this transaction ends. Readers are not affected.
LOCK TABLE {schema}.events IN SHARE ROW EXCLUSIVE MODE
