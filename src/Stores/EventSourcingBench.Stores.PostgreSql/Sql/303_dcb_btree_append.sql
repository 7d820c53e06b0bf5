-- Decides several appends against earlier events and inserts the events of those whose conditions hold. Returns per append the
-- position of its last event; null if its condition failed; 0 if it is undecided. The tags and types of an item (or its only
-- tag) and an event's tags are the texts of arrays, because nested arrays must be rectangular. A blocked append matches the events
-- of others by its condition: it fails if one of them is inserted; otherwise it is undecided.
CREATE OR REPLACE FUNCTION {schema}.dcb_append(
    one_tag_each boolean, item_append integer[], item_after bigint[], item_tags text[], item_types text[],
    blocked integer[], blocked_by integer[],
    event_append integer[], event_id uuid[], event_type text[], event_tags text[], event_data json[], event_metadata json[])
RETURNS bigint[]
LANGUAGE plpgsql AS $$
DECLARE
    newest bigint;
    failed integer[];
    inserted integer[];
    positions bigint[];
    decided bigint[];
    refused record;
BEGIN
    -- Held until the commit: positions are committed in order, and no append comes between the condition and the insert. The
    -- next statement sees everything that was committed before the lock was acquired.
    PERFORM pg_advisory_xact_lock('{schema}.dcb_events'::regclass::oid::bigint);

    -- In most cases no event was appended since the conditions were read: then the search is skipped.
    newest := (SELECT s.last_value FROM {schema}.dcb_position s);
    IF NOT newest > ANY (item_after) THEN
        failed := '{}';
    ELSIF one_tag_each THEN
        failed := ARRAY (
            SELECT i.append
            FROM unnest(item_append, item_after, item_tags, item_types) AS i (append, after, tag, types)
            WHERE newest > i.after AND EXISTS (
                SELECT FROM {schema}.dcb_tags t
                WHERE t.tag = i.tag AND t.position > i.after AND (i.types = '{}' OR t.type = ANY (i.types::text[]))));
    ELSE
        failed := ARRAY (
            SELECT i.append
            FROM (
                SELECT u.append, u.after, u.tags::text[] AS tags, u.types::text[] AS types
                FROM unnest(item_append, item_after, item_tags, item_types) AS u (append, after, tags, types)
                OFFSET 0) AS i
            WHERE newest > i.after AND CASE
                WHEN cardinality(i.tags) > 0 THEN EXISTS (
                    SELECT FROM {schema}.dcb_tags t
                    WHERE t.tag = CASE
                            WHEN cardinality(i.tags) = 1 THEN i.tags[1] ELSE {schema}.dcb_rarest(i.tags, i.after) END
                        AND t.position > i.after
                        AND (cardinality(i.types) = 0 OR t.type = ANY (i.types))
                        AND (cardinality(i.tags) = 1 OR NOT EXISTS (
                            SELECT FROM unnest(i.tags) AS needed (tag)
                            WHERE NOT EXISTS (
                                SELECT FROM {schema}.dcb_tags h WHERE h.tag = needed.tag AND h.position = t.position))))
                WHEN cardinality(i.types) > 0 THEN EXISTS (
                    SELECT FROM {schema}.dcb_events e WHERE e.type = ANY (i.types) AND e.position > i.after)
                ELSE EXISTS (SELECT FROM {schema}.dcb_events e WHERE e.position > i.after) END);
    END IF;

    WITH placed AS MATERIALIZED (
        SELECT e.append, e.id, e.type, e.tags::text[] AS tags, e.data, e.metadata, nextval('{schema}.dcb_position') AS position
        FROM unnest(event_append, event_id, event_type, event_tags, event_data, event_metadata)
            AS e (append, id, type, tags, data, metadata)
        WHERE (cardinality(failed) = 0 OR e.append <> ALL (failed)) AND (cardinality(blocked) = 0 OR e.append <> ALL (blocked))
    ),
    inserting AS (
        INSERT INTO {schema}.dcb_events (position, event_id, type, tags, data, metadata)
        SELECT p.position, p.id, p.type, p.tags, p.data, p.metadata
        FROM placed p
    ),
    tagging AS (
        INSERT INTO {schema}.dcb_tags (tag, position, type)
        SELECT g.tag, p.position, p.type
        FROM placed p, unnest(p.tags) AS g (tag)
    )
    SELECT coalesce(array_agg(p.append), '{}'), array_agg(p.position) INTO inserted, positions FROM placed p;

    IF cardinality(inserted) = event_append[cardinality(event_append)] + 1 AND cardinality(inserted) = cardinality(event_append) THEN
        -- One event each, and all of them are inserted.
        RETURN positions;
    END IF;
