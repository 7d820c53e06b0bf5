-- Every writer that was under way has ended, and none begins before this transaction ends. Readers do not notice.
LOCK TABLE {schema}.events IN SHARE ROW EXCLUSIVE MODE
