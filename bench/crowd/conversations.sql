-- Conversations over twelve months, as many as crowd.sessions says, each with its ledger entries. Platform admins gave
-- the minutes, because nobody has paid here.
create temp table crowd_place on commit drop as
select row_number() over (order by random()) as n, place.*
from (
  select person.id as user_id, null::integer as organization_id, account.id as account_id, person.joined_at,
    null::uuid[] as agents
  from crowd_person as person join account on account.user_id = person.id
  union all
  select place.user_id, place.organization_id, account.id, place.joined_at, agents.ids
  from organization_user as place
  join crowd_organization on crowd_organization.id = place.organization_id
  join account on account.organization_id = place.organization_id
  cross join lateral (
    select array_agg(agent_id) as ids from organization_agent as link where link.organization_id = place.organization_id
  ) as agents
  where agents.ids is not null
) as place;
create index on crowd_place (n);

create temp table crowd_public_agent on commit drop as
select row_number() over (order by n) as n, id from crowd_agent where not is_private;

-- Some people talk much, most little, and those of newcomers are spread over two months, or a day would have too many.
-- Three in a hundred conversations come to nothing, and five are too short to be charged.
create temp table crowd_talk on commit drop as
select uuidv7() as id, user_id, organization_id, account_id,
  coalesce(agents[1 + floor(random() * cardinality(agents))], crowd_public_agent.id) as agent_id,
  case when chance < 0.03 then 'failed' when chance > 0.98 then 'abandoned' else 'completed' end as status,
  case when chance < 0.03 then 0 when chance < 0.08 then 2000 + floor(random() * 7000)
    else 10000 + floor(1790000 * power(random(), 3)) end::bigint as used_ms,
  begun_at
from (
  select place.*, random() as chance, power(random(), 2) as share,
    since + (now() - interval '2 hours' - since) * random() as begun_at
  from (
    select 1 + floor(power(random(), 2.2) * (select count(*) from crowd_place))::bigint as n
    from generate_series(1, current_setting('crowd.sessions')::integer)
  ) as picked
  join crowd_place as place using (n)
  cross join lateral (select least(greatest(joined_at, now() - interval '365 days'), now() - interval '60 days') as since)
    as period
) as talk
join crowd_public_agent
  on crowd_public_agent.n = 1 + floor(share * (select count(*) from crowd_public_agent))::bigint;

insert into voice_session (id, user_id, account_id, organization_id, agent_id, status, end_reason, conversation_id,
  gateway_id, used_ms, charged_ms, agent_spoke, created_at, connected_at, last_tick_at, ended_at)
select id, user_id, account_id, organization_id, agent_id, status,
  case status when 'failed' then 'fault' when 'abandoned' then 'gone' else 'user' end, 'conv_' || id, 1, used_ms,
  case when used_ms >= 10000 then used_ms / 1000 * 1000 else 0 end, status <> 'failed', begun_at,
  case when status <> 'failed' then begun_at + interval '1 second' end,
  begun_at + interval '1 second' + used_ms * interval '1 millisecond',
  begun_at + interval '1 second' + used_ms * interval '1 millisecond'
from crowd_talk;

insert into hold (id, account_id, amount_ms, charged_ms, state, opened_at, settled_at)
select talk.id, talk.account_id, charged_ms + 60000, charged_ms, 'settled', created_at, ended_at
from voice_session as talk join crowd_talk on crowd_talk.id = talk.id;

-- Given once, before the first conversation: what was talked since, and what is left.
create temp table crowd_gift on commit drop as
select account.id as account_id, account.created_at as at, coalesce(spent.ms, 0) as spent_ms,
  case when random() < 0.3 then 0 else floor(power(random(), 2) * 600) end::bigint * 60000 as left_ms,
  'adjustment:' || account.id as ref
from account
left join (
  select talk.account_id, sum(talk.charged_ms) as ms from voice_session as talk
  join crowd_talk on crowd_talk.id = talk.id group by talk.account_id
) as spent on spent.account_id = account.id
where account.user_id in (select id from crowd_person) or account.organization_id in (select id from crowd_organization);

insert into lot (account_id, bucket, source_ref, granted_ms, remaining_ms, price_cents, created_at)
select account_id, 'purchased', ref, spent_ms + left_ms, left_ms, 0, at from crowd_gift where spent_ms + left_ms > 0;

insert into entry (account_id, seq, kind, ref, amount_ms, balance_before_ms, balance_after_ms, user_id, notes, at)
select account_id, row_number() over line, kind, ref, amount_ms, sum(amount_ms) over line - amount_ms,
  sum(amount_ms) over line, user_id, notes, at
from (
  select account_id, 'adjustment' as kind, ref, spent_ms + left_ms as amount_ms, null::uuid as user_id,
    'Corrected by an admin' as notes, at, 0 as place
  from crowd_gift where spent_ms + left_ms > 0
  union all
  select talk.account_id, 'usage', talk.id::text, -talk.charged_ms, talk.user_id,
    case when not talk.agent_spoke then 'Not charged: the conversation did not start'
      when talk.used_ms < 10000 then 'Not charged: under 10 seconds' end, talk.ended_at, 1
  from voice_session as talk join crowd_talk on crowd_talk.id = talk.id
) as line
window line as (partition by account_id order by place, at, ref)
order by at;

update account set purchased_ms = coalesce(gift.left_ms, 0), last_seq = written.last_seq
from crowd_gift as gift
join (select account_id, max(seq) as last_seq from entry group by account_id) as written using (account_id)
where account.id = gift.account_id;
