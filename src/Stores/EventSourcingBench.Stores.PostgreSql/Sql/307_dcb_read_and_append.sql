-- Reads and appends in one statement: the rows of the reads, then a row without a query number that has the decisions. Reads
-- see the state at the start of the statement; the function's statements see the state after it has the lock.
SELECT r.*, NULL::bigint[] AS decided
FROM (
{reading}
) AS r
UNION ALL
SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, a.*
FROM (
{appending}
) AS a
