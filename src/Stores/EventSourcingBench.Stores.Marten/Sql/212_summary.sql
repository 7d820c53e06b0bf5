SELECT row_group, row_count, total FROM {schema}.projection_{projection}_sums WHERE row_group = $1
