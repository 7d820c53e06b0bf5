-- Returns the tag with the fewest events after a position. It counts a few entries of each tag, then more: the cost depends on
-- the rarest tag only.
CREATE OR REPLACE FUNCTION {schema}.dcb_rarest(looked_for text[], after bigint) RETURNS text
LANGUAGE plpgsql STABLE AS $$
DECLARE
    most bigint := 64;
    rarest text;
    fewest bigint;
BEGIN
    LOOP
        SELECT l.tag, n.entries INTO rarest, fewest
        FROM unnest(looked_for) AS l (tag)
        CROSS JOIN LATERAL (
            SELECT count(*) AS entries
            FROM (SELECT FROM {schema}.dcb_tags t WHERE t.tag = l.tag AND t.position > after LIMIT most) AS seen) AS n
        ORDER BY n.entries
        LIMIT 1;
        IF fewest < most THEN
            RETURN rarest;
        END IF;
        most := most * 8;
    END LOOP;
END $$;
