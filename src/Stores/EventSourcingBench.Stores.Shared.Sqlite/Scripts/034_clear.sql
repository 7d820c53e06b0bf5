DELETE FROM {projection}_rows;
DELETE FROM {projection}_summaries;
DELETE FROM projections WHERE name = '{projection}';
