-- Every conversation that a pool paid for: who, with which agent, how long; never words (D135).
create or replace view organization_usage as
select entry.id, voice_session.organization_id, voice_session.user_id, voice_session.id as session_id,
  voice_session.agent_id, voice_session.used_ms, -entry.amount_ms as charged_ms, entry.at as tracking_date, entry.notes
from voice_session
join entry on entry.account_id = voice_session.account_id and entry.kind = 'usage'
  and entry.ref = voice_session.id::text
where voice_session.organization_id is not null;
