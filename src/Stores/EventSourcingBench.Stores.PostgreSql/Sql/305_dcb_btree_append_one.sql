-- 303_dcb_btree_append for the most frequent case: one append of one event, with a condition whose items have one tag each (or
-- no condition). Its plan is a third of the size, and takes a third of the time to set up.
CREATE OR REPLACE FUNCTION {schema}.dcb_append_one(
    after bigint, item_tag text[], item_types text[],
    new_id uuid, new_type text, new_tags text[], new_data json, new_metadata json)
RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
    appended bigint;
BEGIN
    -- As in 303: held until the commit, and the next statement sees what was committed before.
    PERFORM pg_advisory_xact_lock('{schema}.dcb_events'::regclass::oid::bigint);

    WITH inserted AS (
        INSERT INTO {schema}.dcb_events AS e (position, event_id, type, tags, data, metadata)
        SELECT nextval('{schema}.dcb_position'), new_id, new_type, new_tags, new_data, new_metadata
        WHERE NOT EXISTS (
            SELECT
            FROM unnest(item_tag, item_types) AS i (tag, types)
            JOIN {schema}.dcb_tags t ON t.tag = i.tag AND t.position > after
                AND (i.types = '{}' OR t.type = ANY (i.types::text[])))
        RETURNING e.position
    ),
    tagged AS (
        INSERT INTO {schema}.dcb_tags (tag, position, type)
        SELECT g.tag, i.position, new_type FROM inserted i, unnest(new_tags) AS g (tag)
    )
    SELECT i.position INTO appended FROM inserted i;

    IF appended IS NULL THEN
        appended := (SELECT e.position FROM {schema}.dcb_events e WHERE e.event_id = new_id);
    END IF;
    RETURN appended;
END $$;
