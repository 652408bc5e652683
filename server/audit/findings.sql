-- What a comparison found stands until it is gone or somebody has taken it as it is.
create or replace view broken_finding as
select kind, object_id, details from finding where closed_at is null and accepted is null;
comment on view broken_finding is 'finding: what was paid is booked and what was talked is charged, as far as comparisons tell';
