-- Decides several appends against the events before them, inserts the events of those whose conditions hold, and says
-- of each what became of it: a position, or null where its condition failed. Types and tags are slices of one array.
-- An append that is blocked by others matches their events by its condition: it fails if one of them is inserted; else
-- it is not decided here.
CREATE OR REPLACE FUNCTION {schema}.dcb_append(
    item_append integer[], item_after bigint[],
    item_types_from integer[], item_types_to integer[], item_tags_from integer[], item_tags_to integer[],
    query_types text[], query_tags text[],
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
        SELECT i.append
        FROM unnest(item_append, item_after, item_types_from, item_types_to, item_tags_from, item_tags_to)
            AS i (append, after, first_type, last_type, first_tag, last_tag)
        WHERE CASE
            WHEN i.first_tag <= i.last_tag THEN EXISTS (
                SELECT FROM {schema}.dcb_tags t
                WHERE t.tag = CASE
                        WHEN i.first_tag = i.last_tag THEN query_tags[i.first_tag]
                        ELSE {schema}.dcb_rarest(query_tags[i.first_tag:i.last_tag], i.after) END
                    AND t.position > i.after
                    AND (i.first_type > i.last_type OR t.type = ANY (query_types[i.first_type:i.last_type]))
                    AND (i.first_tag = i.last_tag OR NOT EXISTS (
                        SELECT FROM unnest(query_tags[i.first_tag:i.last_tag]) AS needed (tag)
                        WHERE NOT EXISTS (
                            SELECT FROM {schema}.dcb_tags h WHERE h.tag = needed.tag AND h.position = t.position))))
            WHEN i.first_type <= i.last_type THEN EXISTS (
                SELECT FROM {schema}.dcb_events e
                WHERE e.type = ANY (query_types[i.first_type:i.last_type]) AND e.position > i.after)
            ELSE EXISTS (SELECT FROM {schema}.dcb_events e WHERE e.position > i.after) END
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
        INSERT INTO {schema}.dcb_events (position, event_id, type, tags, data, metadata)
        SELECT p.position, p.id, p.type, event_tags[p.first_tag:p.last_tag], p.data, p.metadata
        FROM placed p
    ),
    tagged AS (
        INSERT INTO {schema}.dcb_tags (tag, position, type)
        SELECT g.tag, p.position, p.type
        FROM placed p, unnest(event_tags[p.first_tag:p.last_tag]) AS g (tag)
    )
    SELECT p.append, max(p.position) FROM placed p GROUP BY p.append
    UNION ALL
    -- A retry matches its own events: it is answered as the first time.
    SELECT b.append, max((SELECT e.position FROM {schema}.dcb_events e WHERE e.event_id = b.id))
    FROM brought b
    WHERE b.append = ANY (ARRAY (SELECT r.append FROM refused r))
    GROUP BY b.append;
END $$;
