-- The checkpoint first: a concurrent save holds its row until the save has ended.
UPDATE {schema}.projection_checkpoints SET transaction_id = '0', position = 0 WHERE projection = '{projection}';
TRUNCATE {schema}.projection_{projection}_rows, {schema}.projection_{projection}_summary;
