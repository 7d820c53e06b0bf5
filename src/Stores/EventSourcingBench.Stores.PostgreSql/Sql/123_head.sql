SELECT transaction_id, position
FROM {schema}.events
ORDER BY transaction_id DESC, position DESC
LIMIT 1
