-- A conversation's life: each step is one call and one transaction. All steps lock the conversation's row first and
-- then, inside the ledger's functions, the account's, so that steps which meet wait in one order.

-- Opens a conversation and holds its first time. Returns started, active (with the live one), insufficient, or budget
-- when the organization leaves this person less than p_min in the month (D131). A person has only one conversation at a
-- time, so nothing else uses up their month between the check and the hold. A test takes nothing (D56).
create or replace function voice_session_start(
  p_user uuid, p_account uuid, p_agent uuid, p_conversation text, p_gateway integer, p_resume_of uuid,
  p_want bigint, p_min bigint, p_at timestamptz, p_real timestamptz, p_organization integer default null,
  p_is_test boolean default false, p_without_memory boolean default false, out state text, out session_id uuid
) language plpgsql as $$
declare
  v_left bigint;
begin
  loop
    insert into voice_session (user_id, account_id, organization_id, agent_id, conversation_id, gateway_id, resume_of,
      is_test, without_memory, created_at, last_tick_at)
    values (p_user, p_account, p_organization, p_agent, p_conversation, p_gateway, p_resume_of, p_is_test,
      p_without_memory, p_at, p_real)
    on conflict (user_id) where status = 'active' do nothing returning id into session_id;
    exit when found;
    state := 'active';
    select id into session_id from voice_session where user_id = p_user and status = 'active';
    if found then return; end if;
    -- It ended between the two checks.
  end loop;
  state := 'started';
  if p_is_test then
    perform ledger_hold_open(session_id, p_account, 0, 0, p_at);
    return;
  end if;
  v_left := member_month_left(p_organization, p_user, p_at);
  if v_left < p_min then
    select case when monthly_ms + purchased_ms - held_ms < p_min then 'insufficient' else 'budget' end into state
    from account where id = p_account;
  elsif ledger_hold_open(session_id, p_account, least(p_want, v_left), p_min, p_at) is null then
    state := 'insufficient';
  end if;
  if state <> 'started' then
    delete from voice_session where id = session_id;
    session_id := null;
  end if;
end $$;

-- Records progress and raises the hold to p_ahead beyond it, never beyond what the organization leaves the person in
-- the month; a test is bounded only by its gateway (D63). Returns how much of the hold may be talked, what is free
-- besides, and whether the month is the bound; null when the conversation has ended. A limit that was lowered during
-- the call bounds even time that is already held, which stays available to charge (D92, D131).
create or replace function voice_session_tick(
  p_id uuid, p_used bigint, p_agent_spoke boolean, p_connected_at timestamptz, p_conversation text, p_ahead bigint,
  p_real timestamptz, p_free bigint default null, p_sound bigint default null,
  out held_ms bigint, out free_ms bigint, out is_budget boolean
) language plpgsql as $$
declare
  v_conversation voice_session;
  v_left bigint;
begin
  update voice_session set
    used_ms = greatest(used_ms, p_used),
    free_ms = coalesce(p_free, voice_session.free_ms),
    sound_ms = coalesce(p_sound, sound_ms),
    agent_spoke = agent_spoke or p_agent_spoke,
    connected_at = coalesce(connected_at, p_connected_at),
    conversation_id = coalesce(p_conversation, conversation_id),
    last_tick_at = p_real
  where id = p_id and status = 'active' returning * into v_conversation;
  if not found then return; end if;
  if v_conversation.is_test then
    held_ms := p_used + p_ahead;
    free_ms := 86400000;
    is_budget := false;
    return;
  end if;
  v_left := member_month_left(v_conversation.organization_id, v_conversation.user_id, v_conversation.created_at);
  held_ms := ledger_hold_extend(p_id, least(p_used + p_ahead, v_left));
  select monthly_ms + purchased_ms - account.held_ms into free_ms from account where id = v_conversation.account_id;
  is_budget := coalesce(v_left < held_ms + free_ms, false);
  if is_budget then
    free_ms := greatest(v_left - held_ms, 0);
    held_ms := least(held_ms, v_left);
  end if;
end $$;

-- Records the ticks of several conversations, in the order of their accounts. Nothing in it waits: a conversation whose
-- row or account another transaction is changing is reported as busy and asked for again, so that it holds up no other
-- one, and no two of these statements can wait for each other. Each result is that of voice_session_tick, and whether
-- something follows from the balance for automatic purchases (D45).
create or replace function voice_session_ticks(
  p_ids uuid[], p_used bigint[], p_free bigint[], p_sound bigint[], p_agent_spoke boolean[],
  p_connected_at timestamptz[], p_conversations text[], p_ahead bigint, p_real timestamptz, p_at timestamptz
) returns table (id uuid, is_busy boolean, held_ms bigint, free_ms bigint, is_budget boolean, is_low boolean)
language plpgsql as $$
declare
  v_tick record;
begin
  for v_tick in
    select given.*, talk.account_id, talk.is_test
    from unnest(p_ids, p_used, p_free, p_sound, p_agent_spoke, p_connected_at, p_conversations)
      as given (id, used, free, sound, agent_spoke, connected_at, conversation)
    join voice_session as talk on talk.id = given.id
    order by talk.account_id, given.id
  loop
    id := v_tick.id;
    perform from voice_session where voice_session.id = v_tick.id and status = 'active' for no key update skip locked;
    if found and not v_tick.is_test then
      perform from account where account.id = v_tick.account_id for no key update skip locked;
    end if;
    is_busy := not found
      and exists (select from voice_session where voice_session.id = v_tick.id and status = 'active');
    held_ms := null;
    if found then
      select ticked.held_ms, ticked.free_ms, ticked.is_budget into held_ms, free_ms, is_budget
      from voice_session_tick(v_tick.id, v_tick.used, v_tick.agent_spoke, v_tick.connected_at, v_tick.conversation,
        p_ahead, p_real, v_tick.free, v_tick.sound) as ticked;
      is_low := not v_tick.is_test and coalesce(auto_purchase_is_due(v_tick.account_id, p_at), false);
    end if;
    return next;
  end loop;
end $$;

-- Returns why a conversation ended; null while it is live.
create or replace function end_reason_of(talk voice_session) returns text language sql immutable as $$
  select case when talk.ended_by_team then 'team' else talk.end_reason end
$$;

-- Ends and charges a conversation once, and returns how it ended, even when another call did it; null when there is
-- none. Missing progress counts as the last tick recorded it.
create or replace function voice_session_settle(
  p_id uuid, p_reason text, p_used bigint, p_agent_spoke boolean, p_connected_at timestamptz, p_free_below bigint,
  p_at timestamptz, p_free bigint default null, p_sound bigint default null,
  out is_first boolean, out charged_ms bigint, out end_reason text
) language plpgsql as $$
declare
  v_conversation voice_session;
  v_status text;
  v_free text;
begin
  select * into v_conversation from voice_session where id = p_id for no key update;
  if not found then return; end if;
  is_first := v_conversation.status = 'active';
  charged_ms := v_conversation.charged_ms;
  end_reason := end_reason_of(v_conversation);
  if not is_first then return; end if;
  end_reason := p_reason;
  v_conversation.connected_at := coalesce(v_conversation.connected_at, p_connected_at);
  v_conversation.used_ms := case when v_conversation.connected_at is null then 0 else coalesce(p_used, v_conversation.used_ms) end;
  v_conversation.agent_spoke := v_conversation.agent_spoke or coalesce(p_agent_spoke, false);
  -- Why nothing is charged (D71).
  v_free := case
    when v_conversation.is_test then 'Not charged: test conversation'
    when v_conversation.connected_at is null then 'Not charged: the conversation did not start'
    when not v_conversation.agent_spoke then 'Not charged: no sound from the agent'
    when v_conversation.used_ms < p_free_below then 'Not charged: under 10 seconds'
  end;
  -- The status afterwards (D72).
  v_status := case
    when v_conversation.connected_at is null or not v_conversation.agent_spoke then 'failed'
    when p_reason = 'fault' and v_conversation.used_ms < p_free_below then 'failed'
    when p_reason = 'gone' then 'abandoned'
    else 'completed'
  end;
  select settled.charged_ms into charged_ms from ledger_hold_settle(
    p_id, case when v_free is null then whole_seconds(v_conversation.used_ms) else 0 end, v_conversation.user_id, v_free, p_at
  ) as settled;
  update voice_session set status = v_status, end_reason = case p_reason when 'team' then 'access' else p_reason end,
    ended_by_team = p_reason = 'team', used_ms = v_conversation.used_ms,
    charged_ms = voice_session_settle.charged_ms, agent_spoke = v_conversation.agent_spoke,
    free_ms = coalesce(p_free, free_ms), sound_ms = coalesce(p_sound, sound_ms),
    connected_at = v_conversation.connected_at, ended_at = p_at, token_hash = null, provider_url = null,
    test_words = null,
    -- The provider's own record is compared as soon as it is final (D91).
    provider_ask_at = case when v_conversation.connected_at is not null then p_at + interval '10 seconds' end
  where id = p_id;
end $$;

-- The same, and when the line to the browser last died and came back. A name of its own, because a second form of the
-- function above would make the calls of the release before ambiguous.
create or replace function voice_session_end(
  p_id uuid, p_reason text, p_used bigint, p_agent_spoke boolean, p_connected_at timestamptz, p_free_below bigint,
  p_at timestamptz, p_free bigint, p_sound bigint, p_lost_at timestamptz, p_back_at timestamptz,
  out is_first boolean, out charged_ms bigint, out end_reason text
) language plpgsql as $$
begin
  update voice_session set line_lost_at = p_lost_at, line_back_at = p_back_at
  where id = p_id and status = 'active' and p_lost_at is not null;
  select settled.is_first, settled.charged_ms, settled.end_reason into is_first, charged_ms, end_reason
  from voice_session_settle(p_id, p_reason, p_used, p_agent_spoke, p_connected_at, p_free_below, p_at, p_free, p_sound)
    as settled;
end $$;

-- Notes when the agent of a conversation was first heard.
create or replace function voice_session_note_sound(p_id uuid, p_at timestamptz) returns void language sql as $$
  update voice_session set first_sound_at = p_at where id = p_id and first_sound_at is null
$$;

-- Notes that the words of a conversation were deleted (D202).
create or replace function voice_session_delete_words(p_id uuid, p_at timestamptz) returns void language sql as $$
  update voice_session set words_deleted_at = p_at where id = p_id and words_deleted_at is null
$$;

-- Returns whether the process that carries conversations under this number lives: it holds an advisory lock (D75).
create or replace function gateway_lives(p_class integer, p_gateway integer) returns boolean language sql stable as $$
  select exists (select from pg_locks where locktype = 'advisory' and granted and objsubid = 2
    and classid = p_class::bigint::oid and objid = p_gateway::bigint::oid
    and database = (select oid from pg_database where datname = current_database()))
$$;

-- I3: an ended conversation has exactly one settled hold and one usage entry; a live one has an open hold.
create or replace view broken_conversation as
select voice_session.id from voice_session
left join hold on hold.id = voice_session.id
left join entry on entry.account_id = voice_session.account_id and entry.kind = 'usage'
  and entry.ref = voice_session.id::text
where (voice_session.status = 'active') <> (hold.state = 'open')
  or hold.id is null
  or (voice_session.status <> 'active') <> (entry.id is not null)
  or (voice_session.status <> 'active' and voice_session.charged_ms <> -entry.amount_ms);
comment on view broken_conversation is 'voice_session [voice_session]: a conversation has one hold, and one usage line when it has ended';
