SELECT transaction_id, position, stream, version, event_id, type, data, metadata, recorded_at
FROM {schema}.events
WHERE stream = $1 AND version >= $2
ORDER BY version
LIMIT $3
