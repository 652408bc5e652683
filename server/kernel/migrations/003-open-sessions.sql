-- The ids under which people are signed in now: each session's own, and for one more minute its former one, which has
-- the rights of its own mark and no proof of identity (D194). Sessions live by real time: seven days without use end one,
-- thirty days in any case (D15).
create view open_session as
select sid, id as row_id, user_id, (sess ->> 'organizationId')::integer as organization_id,
  sess ? 'organizationId' as has_chosen, role_mark, false as is_former,
  proven_at > now() - interval '5 minutes' as is_proven_lately,
  last_seen_at < now() - interval '1 hour'
    or expire < least(now() + interval '7 days', created_at + interval '30 days') - interval '1 hour' as is_touch_due
from session where expire > now()
union all
select previous_sid, id, user_id, (sess ->> 'organizationId')::integer, sess ? 'organizationId', previous_mark, true,
  false, false
from session where previous_sid is not null and previous_until > now() and expire > now();
