-- A finding counts until it is gone or a person has accepted it. Conversations that gave more than was charged have an
-- alert of their own: hanging up during the first answer is enough for one, and no book is wrong.
create or replace view broken_finding as
select kind, object_id, details from finding where closed_at is null and accepted is null and kind not like 'talk\_%';
comment on view broken_finding is 'finding: what was paid is booked, as far as comparisons tell';
