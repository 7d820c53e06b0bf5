-- The checkpoint first: whoever saves holds its row until the end of the save.
UPDATE {schema}.projection_checkpoints SET transaction_id = '0', position = 0 WHERE projection = '{projection}';
TRUNCATE {schema}.projection_{projection}_rows, {schema}.projection_{projection}_summary;
