-- The end of the body of both functions that append: from the rows that were inserted to the decision on each append.
    decided := array_fill(0::bigint, ARRAY [event_append[cardinality(event_append)] + 1]);
    FOR n IN 1..cardinality(inserted) LOOP
        decided[inserted[n] + 1] := positions[n];
    END LOOP;

    IF cardinality(inserted) < cardinality(event_append) THEN
        FOR refused IN
            -- A retry matches its own events and returns the first result. The events of one append are contiguous.
            SELECT b.append, CASE
                WHEN count(b.position) = count(*) AND max(b.position) - min(b.position) = count(*) - 1 THEN max(b.position) END AS found
            FROM (
                SELECT u.append, (SELECT e.position FROM {schema}.dcb_events e WHERE e.event_id = u.id) AS position
                FROM unnest(event_append, event_id) AS u (append, id)
                WHERE u.append = ANY (failed) OR u.append IN (
                    SELECT w.append FROM unnest(blocked, blocked_by) AS w (append, blocker) WHERE w.blocker = ANY (inserted))) AS b
            GROUP BY b.append
        LOOP
            decided[refused.append + 1] := refused.found;
        END LOOP;
    END IF;
    RETURN decided;
END $$;
