-- A reading and appends in one statement: what is read, then a row without a number of a query that has what was decided. The
-- reading sees what was there when the statement began; the function's own statements see what was there when it had the lock.
SELECT r.*, NULL::bigint[] AS decided
FROM (
{reading}
) AS r
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, a.*
FROM (
{appending}
) AS a
