-- The position of the last of these events if all of them are one append, whose events are contiguous; null if none exists; 0
-- if only some exist, or from several appends.
SELECT CASE
    WHEN count(*) = cardinality($1) AND max(position) - min(position) = count(*) - 1 THEN max(position)
    WHEN count(*) > 0 THEN 0 END
FROM {schema}.dcb_events WHERE event_id = ANY ($1)
