-- As 303_dcb_btree_append, with one text query for a whole condition; an empty one means any event.
CREATE OR REPLACE FUNCTION {schema}.dcb_append(
    condition_append integer[], condition_after bigint[], condition_query text[],
    blocked integer[], blocked_by integer[],
    event_append integer[], event_id uuid[], event_type text[], event_tags_from integer[], event_tags_to integer[],
    event_data json[], event_metadata json[], event_tags text[])
RETURNS TABLE (append integer, "position" bigint)
LANGUAGE plpgsql AS $$
#variable_conflict use_column
BEGIN
    -- Held until the commit: so that positions are committed in their order, and nothing comes between the condition
    -- and the insert. The next statement sees all that was committed before the lock was had.
    PERFORM pg_advisory_xact_lock('{schema}.dcb_events'::regclass::oid::bigint);

    RETURN QUERY
    WITH failed AS MATERIALIZED (
        SELECT c.append
        FROM unnest(condition_append, condition_after, condition_query) AS c (append, after, query)
        WHERE CASE
            WHEN c.query <> '' THEN EXISTS (
                SELECT FROM {schema}.dcb_events e WHERE e.words @@ c.query::tsquery AND e.position > c.after)
            ELSE EXISTS (SELECT FROM {schema}.dcb_events e WHERE e.position > c.after) END
    ),
    refused AS MATERIALIZED (
        SELECT f.append FROM failed f
        UNION
        SELECT b.append FROM unnest(blocked, blocked_by) AS b (append, blocker)
        WHERE b.blocker <> ALL (ARRAY (SELECT f.append FROM failed f))
    ),
    brought AS MATERIALIZED (
        SELECT *
        FROM unnest(event_append, event_id, event_type, event_tags_from, event_tags_to, event_data, event_metadata)
            WITH ORDINALITY AS e (append, id, type, first_tag, last_tag, data, metadata, place)
    ),
    placed AS MATERIALIZED (
        SELECT b.*,
            coalesce((SELECT max(e.position) FROM {schema}.dcb_events e), 0) + row_number() OVER (ORDER BY b.place) AS position
        FROM brought b
        WHERE b.append <> ALL (ARRAY (SELECT r.append FROM refused r)) AND b.append <> ALL (blocked)
    ),
    inserted AS (
        INSERT INTO {schema}.dcb_events (position, event_id, type, tags, data, metadata, words)
        SELECT p.position, p.id, p.type, event_tags[p.first_tag:p.last_tag], p.data, p.metadata,
            array_to_tsvector(ARRAY ['t' || p.type] || ARRAY (SELECT 'g' || g.tag FROM unnest(event_tags[p.first_tag:p.last_tag]) AS g (tag)))
        FROM placed p
    )
    SELECT p.append, max(p.position) FROM placed p GROUP BY p.append
    UNION ALL
    -- A retry matches its own events: it is answered as the first time.
    SELECT b.append, max((SELECT e.position FROM {schema}.dcb_events e WHERE e.event_id = b.id))
    FROM brought b
    WHERE b.append = ANY (ARRAY (SELECT r.append FROM refused r))
    GROUP BY b.append;
END $$;
