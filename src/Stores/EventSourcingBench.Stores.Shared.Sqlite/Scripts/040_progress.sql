-- One statement, so that checkpoint and count are consistent. The sums contain the count, which avoids a scan of the rows.
SELECT
    (SELECT position FROM projections WHERE name = '{projection}'),
    (SELECT sum(count) FROM {projection}_summaries);
