-- The versions of streams, in array order; 0 for a stream that does not exist.
SELECT coalesce(
    (SELECT e.version FROM {schema}.events e WHERE e.stream = s.stream ORDER BY e.version DESC LIMIT 1), 0)
FROM unnest($1::text[]) WITH ORDINALITY AS s (stream, place)
ORDER BY s.place
