-- Conversations that have ended, as the owner's figures count them: on the day they ended, when they were charged.
-- outcome: counted ones cost something; the others are no part of any figure of talk (D189), and tests are apart (D56).
-- measured_ms is the voice provider's own time, and ours as long as it has none.
create or replace view ended_talk as
select talk.id, talk.user_id, talk.account_id, talk.organization_id, talk.agent_id, talk.status,
  end_reason_of(talk) as end_reason, talk.ended_at, coalesce(talk.connected_at, talk.created_at) as started_at,
  talk.used_ms, talk.charged_ms, talk.credited_ms, talk.provider_ms,
  coalesce(talk.provider_ms, talk.used_ms) as measured_ms,
  case when talk.is_test then 'test' when talk.counted_ms is not null then 'counted'
    when talk.connected_at is null then 'not_started' when not talk.agent_spoke then 'silent' else 'short' end as outcome
from voice_session as talk
where talk.ended_at is not null;

-- Income: a conversation earns the average price of all minutes that its account had got by then, in thousandths of a
-- cent, rounded down for each, so that every sum is exact. Numbers that fit are divided without the slow numeric.
create or replace function talk_income(p_ms bigint, p_paid_cents bigint, p_given_ms bigint)
returns bigint language sql immutable as $$
  select case when p_given_ms is null or p_given_ms = 0 then 0
    when p_ms < 90000000 and p_paid_cents < 90000000 then p_ms * 1000 * p_paid_cents / p_given_ms
    else div(p_ms::numeric * 1000 * p_paid_cents, p_given_ms)::bigint end
$$;

-- talk: conversations, charged, given back, measured (ms), income (thousandths of a cent).
-- agent: the same, and calls that failed. organization: the same; its key is `people` for those who talk for themselves.
-- hour: conversations and charged ms by the hour (UTC) in which they began. ending: conversations.
-- uncharged: calls and measured ms. test: tests and measured ms.
-- Only those in p_figures are counted. Of lots from before p_known, the prices that are stored with the rolled days are
-- read; '-infinity' reads every lot.
create or replace function talk_figures(p_figures text[], p_from timestamptz, p_to timestamptz, p_known timestamptz)
returns table (figure text, day date, key text, numbers bigint[]) language sql stable as $$
  with given as materialized (
    -- What had been paid for the minutes that an account got since p_known, from one of its lots to the next.
    select account_id, at as from_at, coalesce(lead(at) over line, 'infinity') as until_at,
      (sum(cents) over line)::bigint as cents, (sum(ms) over line)::bigint as ms
    from (
      select account_id, created_at as at, sum(paid_cents) as cents, sum(granted_ms) as ms from given_lot
      where created_at >= p_known and created_at < p_to and account_id in (
        select account_id from voice_session where ended_at >= p_from and ended_at < p_to)
      group by 1, 2
    ) as lot
    window line as (partition by account_id order by at)
  ), talk as materialized (
    select organization_id, agent_id, end_reason, started_at, charged_ms, credited_ms, measured_ms, outcome,
      (ended_at at time zone 'UTC')::date as day, outcome = 'counted' as is_counted,
      talk_income(charged_ms - credited_ms, coalesce(stored.cents, 0) + coalesce(given.cents, 0),
        coalesce(stored.ms, 0) + coalesce(given.ms, 0)) as income
    from ended_talk
    left join figure_price as stored on p_known > '-infinity' and stored.account_id = ended_talk.account_id
    left join given on given.account_id = ended_talk.account_id and ended_at >= given.from_at and ended_at < given.until_at
    where ended_at >= p_from and ended_at < p_to
  )
  select 'talk', day, '', array[
    count(*), sum(charged_ms)::bigint, sum(credited_ms)::bigint, sum(measured_ms)::bigint, sum(income)::bigint]
  from talk where is_counted and 'talk' = any(p_figures) group by 2
  union all
  select 'agent', day, agent_id::text, array[
    count(*) filter (where is_counted), coalesce(sum(charged_ms) filter (where is_counted), 0)::bigint,
    coalesce(sum(credited_ms) filter (where is_counted), 0)::bigint,
    coalesce(sum(measured_ms) filter (where is_counted), 0)::bigint,
    coalesce(sum(income) filter (where is_counted), 0)::bigint, count(*) filter (where not is_counted)]
  from talk where (is_counted or outcome in ('not_started', 'silent')) and 'agent' = any(p_figures) group by 2, 3
  union all
  select 'organization', day, coalesce(organization_id::text, 'people'), array[
    count(*), sum(charged_ms)::bigint, sum(credited_ms)::bigint, sum(measured_ms)::bigint, sum(income)::bigint]
  from talk where is_counted and 'organization' = any(p_figures) group by 2, 3
  union all
  select 'hour', day, to_char(started_at at time zone 'UTC', 'HH24'), array[count(*), sum(charged_ms)::bigint]
  from talk where is_counted and 'hour' = any(p_figures) group by 2, 3
  union all
  select 'ending', day, end_reason, array[count(*)] from talk where is_counted and 'ending' = any(p_figures) group by 2, 3
  union all
  select 'uncharged', day, outcome || ':' || end_reason, array[count(*), sum(measured_ms)::bigint]
  from talk where outcome in ('not_started', 'silent', 'short') and 'uncharged' = any(p_figures) group by 2, 3
  union all
  select 'test', day, '', array[count(*), sum(measured_ms)::bigint]
  from talk where outcome = 'test' and 'test' = any(p_figures) group by 2
$$;
