-- What the product itself writes to one person, such as news about a request. It is no conversation of the inbox.
alter table user_communication add column is_notice boolean not null default false;
update user_communication set is_notice = true
where audience = 'person' and in_reply_to is null and subject like 'Your agent request: %'
  and message like 'Your request for “%';

-- One conversation in the team's inbox: a thread with one person, or a stranger's message from the contact page.
-- Triggers on the messages keep state and times (inbox-threads.sql), so that no message can be missing here.
create table inbox_thread (
  id uuid primary key default uuidv7(),
  thread_id uuid references user_communication (id) on delete cascade,
  person_id uuid references users (id),
  contact_id uuid unique references contact_message (id) on delete cascade,
  state text not null check (state in ('open', 'waiting', 'closed')),
  assignee_id uuid references users (id),
  -- When a customer began it; null if the team did, or if it answers a notice.
  begun_at timestamptz,
  -- The customer's newest message.
  asked_at timestamptz,
  -- The customer's oldest message without an answer; null while none waits for one.
  open_since timestamptz,
  first_answered_at timestamptz,
  -- The team's newest answer.
  answered_at timestamptz,
  unique (thread_id, person_id),
  check ((thread_id is null) = (person_id is null)),
  check ((thread_id is null) <> (contact_id is null))
);
create index inbox_thread_open on inbox_thread (asked_at) where state = 'open';
create index inbox_thread_first_answer on inbox_thread (first_answered_at) where begun_at is not null;
create index inbox_thread_person on inbox_thread (person_id);
create index inbox_thread_assignee on inbox_thread (assignee_id) where assignee_id is not null;

insert into inbox_thread (thread_id, person_id, state, begun_at, asked_at, open_since, first_answered_at, answered_at)
select thread_id, person_id, case when asked_at > coalesce(answered_at, '-infinity') then 'open' else 'waiting' end,
  begun_at, asked_at, case when asked_at > coalesce(answered_at, '-infinity') then asked_at end, first_answered_at,
  answered_at
from (
  select coalesce(in_reply_to, id) as thread_id, coalesce(to_user_id, from_user_id) as person_id,
    min(created_at) filter (where audience = 'admins' and in_reply_to is null) as begun_at,
    max(created_at) filter (where audience = 'admins') as asked_at,
    min(created_at) filter (where audience = 'person' and in_reply_to is not null) as first_answered_at,
    max(created_at) filter (where audience = 'person') as answered_at
  from user_communication
  where (audience = 'admins' or (audience = 'person' and not is_notice)) and withdrawn_at is null
  group by 1, 2
) as talk;

insert into inbox_thread (contact_id, state, begun_at, asked_at, open_since, first_answered_at, answered_at)
select id, case when answer is null then 'open' else 'waiting' end, created_at, created_at,
  case when answer is null then created_at end, answered_at, answered_at
from contact_message;

-- Texts that the team answers with again and again; {firstName} and {minutes} are filled in where one is inserted.
create table saved_answer (
  id uuid primary key default uuidv7(),
  title varchar(80) not null check (title <> ''),
  message text not null check (length(message) between 1 and 5000),
  updated_by uuid references users (id),
  updated_at timestamptz not null
);
create unique index saved_answer_title on saved_answer (lower(title));

insert into saved_answer (title, message, updated_at) values ('Minutes credited back',
  E'Hi {firstName},\n\nI’m sorry about that conversation. We’ve credited {minutes} of talk time back to you, and your balance already includes it.\n\nThank you for letting us know.',
  timestamptz '2026-11-26 00:00:00+00');
