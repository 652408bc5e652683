-- What people mean to do after a conversation (D184). A proposal lives as long as the words that it came from; what its
-- person accepts is theirs and stays without them.
create table next_step (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  -- The context of the conversation; null for a person's own.
  organization_id integer,
  -- Where it came from; null for what people write down by themselves.
  session_id uuid references voice_session (id),
  agent_id uuid references agent (id),
  title text not null check (length(title) between 1 and 120),
  -- Only a day that was said or chosen.
  due_on date,
  note text not null default '' check (length(note) <= 1000),
  state text not null check (state in ('proposed', 'open', 'done', 'dismissed')),
  origin text not null check (origin in ('tool', 'analysis', 'person')),
  -- The second of the conversation in which it was agreed on.
  at_second integer check (at_second >= 0),
  -- The letters and digits of the agent's wording, so that the same thing is proposed once; null once the words are gone.
  proposed_as text,
  created_at timestamptz not null,
  -- The person's last change; the agent and the analysis change nothing from then on.
  edited_at timestamptz,
  accepted_at timestamptz,
  done_at timestamptz,
  -- The due day of which the person was reminded. Another day is worth another mail.
  reminded_of date,
  check (origin <> 'person' or session_id is null),
  check (state <> 'proposed' or session_id is not null),
  check ((state = 'done') = (done_at is not null))
);
create index next_step_of_person on next_step (user_id, state, due_on);
create index next_step_due on next_step (due_on) where state = 'open';
create index next_step_of_conversation on next_step (session_id);
-- What goes with the words, looked for every minute: proposals, and the agent's wording of accepted steps.
create index next_step_not_accepted on next_step (session_id) where accepted_at is null;
create index next_step_worded on next_step (session_id) where accepted_at is not null and proposed_as is not null;
-- One conversation proposes the same thing once.
create unique index next_step_once on next_step (session_id, proposed_as) where proposed_as is not null;

-- How a person is reminded; without a row everything is as the defaults say.
create table next_step_setting (
  user_id uuid primary key references users (id),
  mail_reminders boolean not null default true,
  -- Whether what is said becomes an open step without being proposed first.
  accept_spoken boolean not null default false,
  -- SHA-256 of the secret in the calendar address.
  calendar_hash text unique,
  -- The person's day on which the last reminder went out: one mail a day.
  last_mailed_on date
);
