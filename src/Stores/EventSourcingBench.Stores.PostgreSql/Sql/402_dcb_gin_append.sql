-- As 303_dcb_btree_append, with one text query per condition; an empty one matches any event.
CREATE OR REPLACE FUNCTION {schema}.dcb_append(
    condition_append integer[], condition_after bigint[], condition_query text[],
    blocked integer[], blocked_by integer[],
    event_append integer[], event_id uuid[], event_type text[], event_tags text[], event_data json[], event_metadata json[])
RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
    failed integer[];
    inserted integer[];
    positions bigint[];
    decided bigint[];
    refused record;
BEGIN
    -- Held until the commit: positions are committed in order, and no append comes between the condition and the insert. The
    -- next statement sees everything that was committed before the lock was acquired.
    PERFORM pg_advisory_xact_lock('{schema}.dcb_events'::regclass::oid::bigint);

    failed := ARRAY (
        SELECT c.append
        FROM unnest(condition_append, condition_after, condition_query) AS c (append, after, query)
        WHERE CASE
            WHEN c.query <> '' THEN EXISTS (
                SELECT FROM {schema}.dcb_events e WHERE e.words @@ c.query::tsquery AND e.position > c.after)
            ELSE EXISTS (SELECT FROM {schema}.dcb_events e WHERE e.position > c.after) END);

    WITH placed AS MATERIALIZED (
        SELECT e.append, e.id, e.type, e.tags::text[] AS tags, e.data, e.metadata, nextval('{schema}.dcb_position') AS position
        FROM unnest(event_append, event_id, event_type, event_tags, event_data, event_metadata)
            AS e (append, id, type, tags, data, metadata)
        WHERE e.append <> ALL (failed) AND e.append <> ALL (blocked)
    ),
    inserting AS (
        INSERT INTO {schema}.dcb_events (position, event_id, type, tags, data, metadata, words)
        SELECT p.position, p.id, p.type, p.tags, p.data, p.metadata,
            array_to_tsvector(ARRAY ['t' || p.type] || ARRAY (SELECT 'g' || g.tag FROM unnest(p.tags) AS g (tag)))
        FROM placed p
    )
    SELECT coalesce(array_agg(p.append), '{}'), array_agg(p.position) INTO inserted, positions FROM placed p;
