-- Returns the whole seconds that a conversation costs: those charged, or while it runs those used so far, as balances
-- count them (D30). A test costs nothing (D56).
create or replace function charged_so_far(p_conversation voice_session) returns bigint language sql immutable as $$
  select coalesce(p_conversation.charged_ms, case when p_conversation.is_test then 0 else whole_seconds(p_conversation.used_ms) end)
$$;

-- The conversations that figures count: those that cost something (D62, D189).
create or replace view counted_talk as
select id, user_id, organization_id, agent_id, created_at, coalesce(connected_at, created_at) as started_at,
  counted_ms as talked_ms
from voice_session where counted_ms is not null
union all
select id, user_id, organization_id, agent_id, created_at, coalesce(connected_at, created_at),
  charged_so_far(voice_session)
from voice_session where status = 'active' and charged_so_far(voice_session) > 0;

-- The seeds' usage_tracking: every ledger entry of a conversation, so that the two can never differ.
create or replace view usage_tracking as
select
  entry.id,
  entry.account_id,
  voice_session.user_id,
  voice_session.id as session_id,
  voice_session.agent_id,
  voice_session.used_ms,
  -entry.amount_ms as charged_ms,
  entry.balance_before_ms,
  entry.balance_after_ms,
  entry.at as tracking_date,
  entry.notes
from voice_session
join entry on entry.account_id = voice_session.account_id and entry.kind = 'usage'
  and entry.ref = voice_session.id::text;
