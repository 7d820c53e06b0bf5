SELECT count, total FROM {projection}_summaries WHERE group_name = ?1;
