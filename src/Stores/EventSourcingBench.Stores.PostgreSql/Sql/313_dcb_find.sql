-- The position of the last of these events where they are all of one append, which lie one behind another; null when none is
-- there; 0 when only some are, or from several appends.
SELECT CASE
    WHEN count(*) = cardinality($1) AND max(position) - min(position) = count(*) - 1 THEN max(position)
    WHEN count(*) > 0 THEN 0 END
FROM {schema}.dcb_events WHERE event_id = ANY ($1)
