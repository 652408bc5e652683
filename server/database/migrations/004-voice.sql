-- Agents, who unlocked them, and conversations.

create table agent (
  id uuid primary key default uuidv7(),
  name varchar(120) not null,
  description varchar(2000) not null,
  category varchar(60) not null,
  image_url text,
  image_data text,
  is_active boolean not null default true,
  is_premium boolean not null default false,
  is_private boolean not null default false,
  -- Information for platform admins, never charged (D31).
  price text not null default '0.00',
  -- In tenths, typed by an editor.
  rating_tenths integer not null default 50 check (rating_tenths between 0 and 50),
  eleven_labs_agent_id varchar(100),
  system_prompt text not null default '' check (length(system_prompt) <= 20000),
  first_message text not null default '' check (length(first_message) <= 1000),
  voice_id varchar(100),
  created_by uuid references users (id),
  updated_by uuid references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index agent_name on agent (lower(name));

create table user_agent_unlock (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  agent_id uuid not null references agent (id),
  unlocked_at timestamptz not null,
  unique (user_id, agent_id)
);

create table voice_session (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  account_id uuid not null references account (id),
  agent_id uuid not null references agent (id),
  status text not null default 'active' check (status in ('active', 'completed', 'failed', 'abandoned')),
  end_reason text check (end_reason in ('user', 'agent', 'balance', 'budget', 'limit', 'idle', 'access', 'fault', 'gone')),
  conversation_id text not null,
  -- SHA-256 of the one-time socket address; null once it was used. Real time, as all stamps of liveness.
  token_hash text unique,
  token_expires_at timestamptz,
  -- The provider's own signed address; forgotten when it is used.
  provider_url text,
  -- The process that carries the conversation: the number of its advisory lock.
  gateway_id integer not null,
  -- Conversation whose last turns the agent should know.
  resume_of uuid references voice_session (id),
  used_ms bigint not null default 0 check (used_ms >= 0),
  charged_ms bigint check (charged_ms >= 0),
  agent_spoke boolean not null default false,
  created_at timestamptz not null,
  -- Null until the provider's conversation start: from here on time is charged.
  connected_at timestamptz,
  last_tick_at timestamptz not null,
  ended_at timestamptz,
  check ((status = 'active') = (ended_at is null)),
  check ((status = 'active') = (charged_ms is null))
);
-- A person holds one conversation at a time (D74).
create unique index voice_session_one_live on voice_session (user_id) where status = 'active';
create index voice_session_live on voice_session (last_tick_at) where status = 'active';
create index voice_session_by_user on voice_session (user_id, created_at desc);
create index voice_session_by_agent on voice_session (agent_id) where status in ('completed', 'abandoned');

create table session_transcript (
  session_id uuid primary key references voice_session (id),
  user_id uuid not null references users (id),
  lines jsonb not null,
  kept_at timestamptz not null,
  kept_until timestamptz not null
);
create index session_transcript_kept_until on session_transcript (kept_until);

-- The seeds' usage_tracking: every ledger line of a conversation, so that the two can never differ.
create view usage_tracking as
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
