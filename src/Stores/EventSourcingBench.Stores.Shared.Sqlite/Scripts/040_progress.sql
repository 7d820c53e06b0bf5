-- One statement, so that checkpoint and count are of the same moment. The sums hold the count: no scan of the rows.
SELECT
    (SELECT position FROM projections WHERE name = '{projection}'),
    (SELECT sum(count) FROM {projection}_summaries);
