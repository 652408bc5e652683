-- Conversations that have ended, as the owner's figures count them: on the day they ended, when they were charged.
-- outcome: counted ones cost something; the others are no part of any figure of talk (D189), and tests are apart (D56).
-- measured_ms is the voice provider's own time, and ours as long as it has none. income: a conversation earns the
-- average price of all minutes that its account had got by then, in thousandths of a cent, rounded down for each, so
-- that every sum is exact. Minutes that were given back for talk are no minutes of their own.
create or replace view ended_talk as
select talk.id, talk.user_id, talk.organization_id, talk.agent_id, talk.status, end_reason_of(talk) as end_reason,
  talk.ended_at,
  coalesce(talk.connected_at, talk.created_at) as started_at, talk.used_ms, talk.charged_ms, talk.credited_ms,
  talk.provider_ms, coalesce(talk.provider_ms, talk.used_ms) as measured_ms,
  case when talk.is_test then 'test' when talk.counted_ms is not null then 'counted'
    when talk.connected_at is null then 'not_started' when not talk.agent_spoke then 'silent' else 'short' end as outcome,
  coalesce(div((talk.charged_ms - talk.credited_ms)::numeric * 1000 * given.cents, nullif(given.ms, 0)), 0)::bigint
    as income
from voice_session as talk
left join lateral (
  select sum(paid_cents) as cents, sum(granted_ms) as ms from priced_lot
  where talk.counted_ms is not null and account_id = talk.account_id and created_at <= talk.ended_at
    and source_ref not like 'talk:%'
) as given on true
where talk.ended_at is not null;

-- talk: conversations, charged, given back, measured (ms), income (thousandths of a cent).
-- agent: the same, and calls that failed. organization: the same; its key is `people` for those who talk for themselves.
-- hour: conversations and charged ms by the hour (UTC) in which they began. ending: conversations.
-- uncharged: calls and measured ms. test: tests and measured ms.
create or replace function talk_figures(p_from timestamptz, p_to timestamptz)
returns table (figure text, day date, key text, numbers bigint[]) language sql stable as $$
  with talk as materialized (
    select *, (ended_at at time zone 'UTC')::date as day, outcome = 'counted' as is_counted
    from ended_talk where ended_at >= p_from and ended_at < p_to
  )
  select 'talk', day, '', array[
    count(*), sum(charged_ms)::bigint, sum(credited_ms)::bigint, sum(measured_ms)::bigint, sum(income)::bigint]
  from talk where is_counted group by 2
  union all
  select 'agent', day, agent_id::text, array[
    count(*) filter (where is_counted), coalesce(sum(charged_ms) filter (where is_counted), 0)::bigint,
    coalesce(sum(credited_ms) filter (where is_counted), 0)::bigint,
    coalesce(sum(measured_ms) filter (where is_counted), 0)::bigint,
    coalesce(sum(income) filter (where is_counted), 0)::bigint, count(*) filter (where not is_counted)]
  from talk where is_counted or outcome in ('not_started', 'silent') group by 2, 3
  union all
  select 'organization', day, coalesce(organization_id::text, 'people'), array[
    count(*), sum(charged_ms)::bigint, sum(credited_ms)::bigint, sum(measured_ms)::bigint, sum(income)::bigint]
  from talk where is_counted group by 2, 3
  union all
  select 'hour', day, to_char(started_at at time zone 'UTC', 'HH24'), array[count(*), sum(charged_ms)::bigint]
  from talk where is_counted group by 2, 3
  union all
  select 'ending', day, end_reason, array[count(*)] from talk where is_counted group by 2, 3
  union all
  select 'uncharged', day, outcome || ':' || end_reason, array[count(*), sum(measured_ms)::bigint]
  from talk where outcome in ('not_started', 'silent', 'short') group by 2, 3
  union all
  select 'test', day, '', array[count(*), sum(measured_ms)::bigint] from talk where outcome = 'test' group by 2
$$;
