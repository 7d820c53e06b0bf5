SELECT event_id, group_name, amount, api_call_time, document FROM {projection}_rows WHERE event_id = ?1;
