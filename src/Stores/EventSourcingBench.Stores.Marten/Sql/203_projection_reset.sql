TRUNCATE {schema}.projection_{projection}_rows, {schema}.projection_{projection}_sums;
DELETE FROM {schema}.mt_event_progression WHERE name = '{projection}:All';
