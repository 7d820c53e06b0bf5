COPY {schema}.events (stream, version, event_id, type, data, metadata) FROM STDIN (FORMAT binary)
