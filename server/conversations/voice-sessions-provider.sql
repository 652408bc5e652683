-- What the voice provider's own records say of conversations, next to our measurements (D91).

-- Stores a final record once and gives back what was charged beyond it; within p_tolerance both are the same. Returns
-- stored, known, live (its settlement is still to come) or unknown, and how much longer the record is than the whole
-- conversation, absences included. Minutes given back never expire, whatever they were taken from. What the team gave
-- back for the conversation before counts towards it; the team's own act locks the conversation, too.
create or replace function voice_session_compare(
  p_conversation text, p_provider bigint, p_provider_cost_credits bigint, p_cost_usd numeric, p_tolerance bigint,
  p_at timestamptz,
  out state text, out session_id uuid, out credited_ms bigint, out excess_ms bigint
) language plpgsql as $$
declare
  v_conversation voice_session;
begin
  state := 'unknown';
  select * into v_conversation from voice_session where conversation_id = p_conversation
  order by created_at desc limit 1 for no key update;
  if not found then return; end if;
  session_id := v_conversation.id;
  state := case when v_conversation.status = 'active' then 'live' when v_conversation.provider_ms is null then 'stored' else 'known' end;
  if state <> 'stored' then return; end if;
  credited_ms := case when v_conversation.charged_ms - p_provider > p_tolerance then v_conversation.charged_ms - p_provider else 0 end;
  credited_ms := greatest(credited_ms - coalesce((
    select amount_ms from entry where account_id = v_conversation.account_id and kind = 'adjustment'
      and ref = 'adjustment:' || v_conversation.id and amount_ms > 0), 0), 0);
  excess_ms := greatest(p_provider - voice_session_stretch(v_conversation), 0);
  update voice_session set provider_ms = p_provider, provider_cost_credits = p_provider_cost_credits,
    provider_cost_usd = p_cost_usd, credited_ms = voice_session_compare.credited_ms, provider_ask_at = null
  where id = v_conversation.id;
  if credited_ms > 0 then
    perform ledger_grant(v_conversation.account_id, 'purchased', 'talk_credit', 'talk:' || v_conversation.id, credited_ms, 0, null,
      null, v_conversation.user_id, 'The voice provider measured less than was charged', p_at);
  end if;
end $$;

-- Marks a charged conversation as judged, once, and returns its agent and the state that the agent had; nothing for
-- tests and free conversations.
create or replace function voice_session_take_judged(p_id uuid)
returns table (agent_id uuid, revision integer) language sql as $$
  update voice_session set is_judged = true
  where id = p_id and counted_ms is not null and not is_test and not is_judged
  returning voice_session.agent_id, agent_revision
$$;

-- Returns the milliseconds from the start to the end of an ended conversation, including uncharged time. A wall clock
-- that was set back makes it no shorter than the talk.
create or replace function voice_session_stretch(p_conversation voice_session) returns bigint language sql immutable as $$
  select greatest(p_conversation.used_ms,
    (extract(epoch from p_conversation.ended_at - coalesce(p_conversation.connected_at, p_conversation.created_at)) * 1000)::bigint)
$$;

-- Takes up to p_limit conversations whose record is due and sets when it is due again. p_waits: seconds before the
-- first, second, … request; after the last one it is never due again.
create or replace function voice_session_take_due(p_waits integer[], p_limit integer, p_at timestamptz)
returns table (conversation_id text, session_id uuid, is_last boolean) language sql as $$
  update voice_session set provider_asks = provider_asks + 1,
    provider_ask_at = p_at + make_interval(secs => p_waits[provider_asks + 2])
  where id in (
    select id from voice_session where provider_ask_at <= p_at
    order by provider_ask_at limit p_limit for no key update skip locked)
  returning conversation_id, id, provider_ask_at is null
$$;

-- Notes that the provider's copies of these conversations go (D184). Returns their ids there, which it has named unless
-- the id is still our own.
create or replace function voice_session_end_copies(p_ids uuid[], p_at timestamptz)
returns table (conversation_id text) language sql as $$
  with gone as (
    update voice_session set provider_copy_deleted_at = p_at where id = any(p_ids) returning voice_session.conversation_id)
  select gone.conversation_id from gone
  where gone.conversation_id !~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
$$;

-- Returns where the provider's records differ from ours, for conversations that ended since p_since: charged too much
-- and given back, longer at the provider by more than p_tolerance (only reported), and never reported by it.
create or replace function voice_session_differences(p_since timestamptz, p_tolerance bigint)
returns table (kind text, session_id uuid, difference_ms bigint) language sql stable as $$
  select differs.kind, voice_session.id, differs.ms
  from voice_session
  cross join lateral (values
    ('credited', credited_ms, credited_ms > 0),
    ('longer', provider_ms - voice_session_stretch(voice_session),
      provider_ms - voice_session_stretch(voice_session) > p_tolerance),
    ('untold', used_ms, provider_ms is null and provider_ask_at is null and provider_asks > 0)
  ) as differs (kind, ms, is_so)
  where voice_session.ended_at > p_since and differs.is_so
$$;

-- Minutes are given back only for a conversation that the provider measured shorter.
create or replace view broken_talk_credit as
select voice_session.id, lot.source_ref, voice_session.credited_ms, lot.granted_ms
from (select * from voice_session where credited_ms > 0) as voice_session
full join (select * from lot where source_ref like 'talk:%') as lot on lot.source_ref = 'talk:' || voice_session.id
where voice_session.id is null or lot.id is null or lot.granted_ms <> voice_session.credited_ms
  or lot.account_id <> voice_session.account_id or voice_session.provider_ms is null;
comment on view broken_talk_credit is
  'voice_session: minutes are given back once, for a conversation that the voice provider measured shorter';

-- Results are counted for judged conversations only, each once.
create or replace view broken_agent_quality as
select counted.agent_id, counted.criterion
from (
  select agent_id, criterion, sum(success + failure + unknown) as results from agent_quality group by agent_id, criterion
) as counted
left join (
  select agent_id, count(*) as conversations from voice_session where is_judged group by agent_id
) as judged on judged.agent_id = counted.agent_id
where counted.results > coalesce(judged.conversations, 0);
comment on view broken_agent_quality is 'agent_quality: no criterion has more results than judged conversations';
