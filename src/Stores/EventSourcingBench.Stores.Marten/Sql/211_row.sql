SELECT event_id, row_group, amount, api_call_time, document::text FROM {schema}.projection_{projection}_rows WHERE event_id = $1
