-- A finding stands until it is gone or a person has accepted it.
create or replace view broken_finding as
select kind, object_id, details from finding where closed_at is null and accepted is null;
comment on view broken_finding is 'finding: what was paid is booked and what was talked is charged, as far as comparisons tell';
