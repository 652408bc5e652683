-- As many more conversations since midnight (UTC) as crowd.today says, for a crowd that has paid.
set local session_replication_role = replica;
select setseed(0.32);

create temp table crowd_today on commit drop as
select uuidv7() as id, talk.user_id, talk.account_id, talk.organization_id, talk.agent_id, talk.end_reason, talk.status,
  talk.agent_spoke, talk.connected_at is not null as is_begun, least(talk.used_ms, 300000) as used_ms,
  now() - (now() - date_trunc('day', now() at time zone 'UTC') at time zone 'UTC') * random() as ended_at
from (
  select * from voice_session where ended_at is not null order by random() limit current_setting('crowd.today')::integer
) as talk;

insert into voice_session (id, user_id, account_id, organization_id, agent_id, status, end_reason, conversation_id,
  gateway_id, used_ms, charged_ms, agent_spoke, created_at, connected_at, last_tick_at, ended_at)
select id, user_id, account_id, organization_id, agent_id, status, end_reason, 'conv_' || id, 1, used_ms,
  case when used_ms >= 10000 then used_ms / 1000 * 1000 else 0 end, agent_spoke,
  ended_at - used_ms * interval '1 millisecond', case when is_begun then ended_at - used_ms * interval '1 millisecond' end,
  ended_at, ended_at
from crowd_today;

insert into entry (account_id, seq, kind, ref, amount_ms, balance_before_ms, balance_after_ms, user_id, at)
select talk.account_id, account.last_seq + row_number() over line, 'usage', talk.id::text, -talk.charged_ms,
  account.purchased_ms - sum(talk.charged_ms) over line + talk.charged_ms,
  account.purchased_ms - sum(talk.charged_ms) over line, talk.user_id, talk.ended_at
from voice_session as talk
join crowd_today on crowd_today.id = talk.id join account on account.id = talk.account_id
window line as (partition by talk.account_id order by talk.ended_at, talk.id)
order by talk.ended_at;

update account set purchased_ms = purchased_ms - written.ms, last_seq = last_seq + written.entries
from (
  select talk.account_id, sum(talk.charged_ms) as ms, count(*) as entries
  from voice_session as talk join crowd_today on crowd_today.id = talk.id group by 1
) as written
where written.account_id = account.id;
update lot set remaining_ms = remaining_ms - written.ms
from (
  select talk.account_id, sum(talk.charged_ms) as ms
  from voice_session as talk join crowd_today on crowd_today.id = talk.id group by 1
) as written
where lot.source_ref = 'adjustment:today:' || written.account_id;
