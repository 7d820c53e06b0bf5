-- Decides several appends against earlier events and inserts the events of those whose conditions hold. Returns per append the
-- position of its last event; null if its condition failed; 0 if it is undecided. An item's types and tags are slices of one
-- array, and an event's tags are the text of an array, because nested arrays must be rectangular. A blocked append matches the
-- events of others by its condition: it fails if one of them is inserted; otherwise it is undecided.
CREATE OR REPLACE FUNCTION {schema}.dcb_append(
    one_tag_each boolean, item_append integer[], item_after bigint[],
    item_types_from integer[], item_types_to integer[], item_tags_from integer[], item_tags_to integer[],
    query_types text[], query_tags text[],
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
            FROM unnest(item_append, item_after, query_tags, item_types_from, item_types_to)
                AS i (append, after, tag, first_type, last_type)
            WHERE newest > i.after AND EXISTS (
                SELECT FROM {schema}.dcb_tags t
                WHERE t.tag = i.tag AND t.position > i.after
                    AND (i.first_type > i.last_type OR t.type = ANY (query_types[i.first_type:i.last_type]))));
    ELSE
        failed := ARRAY (
            SELECT i.append
            FROM unnest(item_append, item_after, item_types_from, item_types_to, item_tags_from, item_tags_to)
                AS i (append, after, first_type, last_type, first_tag, last_tag)
            WHERE newest > i.after AND CASE
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
