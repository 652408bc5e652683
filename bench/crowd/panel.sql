-- What else the admin panel lists: requests for agents, messages, ratings, and what admins did. A tenth of crowd.people
-- has asked for an agent, half of them have written to the admins.
set local session_replication_role = origin;

create temp table crowd_admin on commit drop as
select id from users where role = 'admin' and is_active order by created_at, id limit 1;

create temp table crowd_asked on commit drop as
select uuidv7() as id, person.id as user_id, n,
  ('{received,reviewed,approved,"in progress",denied,"already exists"}'::text[])[1 + floor(random() * 6)] as status,
  person.joined_at + (now() - person.joined_at) * random() as at
from crowd_person as person where n % 10 < 3;

insert into agent_request (id, user_id, agent_name, description, use_case, priority, status, created_at, updated_at)
select id, user_id, ('{Pitch,Support,Budget,Interview,Tender,Feedback}'::text[])[1 + n % 6] || ' Partner ' || n,
  'It should ask the questions that our customers ask, and tell us afterwards what we could have said better.',
  ('{Sales Training,Marketing Strategy,Operations & Systems,Mindset & Performance,Team Management,Other}'::text[])[1 + n % 6],
  ('{low,medium,high}'::text[])[1 + n % 3], status, at, at + (now() - at) * random()
from crowd_asked;
insert into agent_request_change (request_id, changed_by, from_status, to_status, note, changed_at)
select id, user_id, null, 'received', null, at from crowd_asked
union all
select asked.id, crowd_admin.id, 'received', status, 'Thank you, we have looked at it.', at + (now() - at) * 0.5
from crowd_asked as asked cross join crowd_admin where status <> 'received';

-- Threads: what a person wrote to the admins, and for two of three the answer.
create temp table crowd_message on commit drop as
select uuidv7() as id, person.id as user_id, n, person.joined_at + (now() - person.joined_at) * random() as at
from crowd_person as person where n % 2 = 0;
insert into user_communication (id, from_user_id, audience, subject, message, message_type, created_at)
select id, user_id, 'admins', ('{Question about my minutes,Idea for an agent,Invoice,The microphone stays silent}'::text[])[1 + n / 2 % 4] || ' ' || n,
  'Hello, I have talked with an agent every day this week and wonder about one thing. Could you have a look at it?',
  'support', at
from crowd_message;
insert into user_communication (from_user_id, audience, to_user_id, subject, message, message_type, in_reply_to, created_at)
select crowd_admin.id, 'person', user_id, 'Answer ' || n, 'Thank you for writing. We have looked at it, and it is done.',
  'support', message.id, at + (now() - at) * 0.1
from crowd_message as message cross join crowd_admin where n % 3 <> 0;
insert into user_communication (from_user_id, audience, subject, message, message_type, created_at)
select crowd_admin.id, 'broadcast', 'News ' || week, 'There are new agents in the marketplace.', 'announcement',
  now() - week * interval '7 days'
from crowd_admin cross join generate_series(1, 52) as week;
insert into user_communication_state (communication_id, user_id, read_at)
select message.id, crowd_admin.id, at + (now() - at) * 0.05 from crowd_message as message cross join crowd_admin where n % 9 <> 0;
insert into user_communication_state (communication_id, user_id, read_at)
select message.id, person.id, now() - interval '1 hour'
from user_communication as message join crowd_person as person on person.n % 50 = 0
where message.audience = 'broadcast' and message.created_at > person.joined_at;

insert into agent_rating (agent_id, user_id, stars, rated_at)
select agent_id, user_id, 3 + floor(random() * 3), max(ended_at) from voice_session
where status = 'completed' and user_id in (select id from crowd_person)
group by agent_id, user_id having count(*) > 1;

-- Every gift of minutes, and as many other acts of admins.
create temp table crowd_act on commit drop as
select crowd_admin.id as admin_id, 'credits.adjust' as action,
  case when account.user_id is null then 'organization' else 'user' end as target_kind,
  coalesce(account.user_id::text, account.organization_id::text) as target_id, '{"minutes": 0}'::jsonb as before,
  jsonb_build_object('minutes', given.amount_ms / 60000) as after, 'Minutes for the first year' as reason,
  'req-gift-' || account.id as request_id, given.at
from entry as given join account on account.id = given.account_id cross join crowd_admin
where given.kind = 'adjustment' and given.ref = 'adjustment:' || account.id
union all
select crowd_admin.id, 'request.status', 'agent_request', asked.id::text, '{"status": "received"}'::jsonb,
  jsonb_build_object('status', status), null, 'req-request-' || n, at + (now() - at) * 0.5
from crowd_asked as asked cross join crowd_admin where status <> 'received'
union all
select crowd_admin.id, 'agent.change', 'agent', agent.id::text, '{"isActive": true}'::jsonb, '{"isActive": false}'::jsonb,
  null, 'req-agent-' || n, made_at + (now() - made_at) * 0.7
from crowd_agent as agent cross join crowd_admin
union all
select crowd_admin.id, 'message.send', 'message', message.id::text, null, '{"messageType": "support"}'::jsonb, null,
  'req-message-' || message.id, message.created_at
from user_communication as message cross join crowd_admin where message.from_user_id = crowd_admin.id;

-- The chain is made here, because the trigger's head would leave a dead row behind for each act.
alter table admin_act disable trigger admin_act_is_chained;
do $$
declare
  v_act admin_act;
  v_head admin_act_head;
begin
  select * into strict v_head from admin_act_head for update;
  for v_act in
    select uuidv7(), admin_id, action, target_kind, target_id, before, after, reason, request_id, at, 0, ''::bytea
    from crowd_act order by at
  loop
    v_head.place := v_head.place + 1;
    v_act.place := v_head.place;
    v_head.hash := act_hash(v_head.hash, v_act);
    v_act.hash := v_head.hash;
    insert into admin_act select v_act.*;
  end loop;
  update admin_act_head set place = v_head.place, hash = v_head.hash;
end $$;
alter table admin_act enable trigger admin_act_is_chained;
