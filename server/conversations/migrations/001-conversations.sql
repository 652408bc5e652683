-- One conversation. The columns that a tick changes (last_tick_at, used_ms, free_ms, sound_ms) are in no index, because
-- each tick would write into every index of the table. Pages keep room for a row's next version.
create table voice_session (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  account_id uuid not null references account (id),
  -- The organization in whose context it takes place; null for the person's own.
  organization_id integer,
  agent_id uuid not null references agent (id),
  -- An admin's test of an agent: it holds and charges nothing and is counted nowhere (D56).
  is_test boolean not null default false,
  status text not null default 'active' check (status in ('active', 'completed', 'failed', 'abandoned')),
  end_reason text check (end_reason in ('user', 'agent', 'balance', 'budget', 'limit', 'idle', 'access', 'fault', 'gone')),
  conversation_id text not null,
  -- SHA-256 of the one-time socket address; null once it was used. Real time, like all liveness timestamps.
  token_hash text unique,
  token_expires_at timestamptz,
  -- The provider's own signed address, removed when it is used.
  provider_url text,
  -- The process that carries the conversation: the number of its advisory lock.
  gateway_id integer not null,
  -- The conversation whose last turns the agent should know.
  resume_of uuid references voice_session (id),
  used_ms bigint not null default 0 check (used_ms >= 0),
  charged_ms bigint check (charged_ms >= 0),
  -- What figures count: the charged time; an uncharged conversation counts nowhere (D189). Null while it runs.
  counted_ms bigint generated always as (nullif(charged_ms, 0)) stored,
  -- The part of it that was not charged, and how much of the agent's sound was delivered in it (D176).
  free_ms bigint not null default 0 check (free_ms >= 0),
  sound_ms bigint not null default 0 check (sound_ms >= 0),
  agent_spoke boolean not null default false,
  -- What the voice provider's own record says of it, next to our measurement (D91).
  provider_ms bigint check (provider_ms >= 0),
  provider_cost_credits bigint,
  provider_cost_usd numeric(12, 6),
  -- Given back because the provider measured less than was charged.
  credited_ms bigint not null default 0,
  -- When to request the provider's record; null when not yet, or never again.
  provider_ask_at timestamptz,
  provider_asks smallint not null default 0,
  created_at timestamptz not null,
  -- Null until the provider's start of the conversation, from which on time is charged.
  connected_at timestamptz,
  last_tick_at timestamptz not null,
  ended_at timestamptz,
  check ((status = 'active') = (ended_at is null)),
  check ((status = 'active') = (charged_ms is null)),
  check (credited_ms between 0 and charged_ms)
) with (fillfactor = 70);
-- A person holds one conversation at a time (D74).
create unique index voice_session_one_live on voice_session (user_id) where status = 'active';
-- Every tick reads the live conversations of an account, with what is left of the balance.
create index voice_session_live_by_account on voice_session (account_id) where status = 'active';
create index voice_session_by_user on voice_session (user_id, created_at desc);
-- Figures of an agent and of an organization are read only from the index.
create index voice_session_by_agent on voice_session (agent_id) where counted_ms is not null;
create index voice_session_by_organization on voice_session (organization_id, created_at desc)
  include (connected_at, counted_ms) where organization_id is not null;
create index voice_session_to_ask on voice_session (provider_ask_at) where provider_ask_at is not null;
create index voice_session_by_conversation on voice_session (conversation_id);
create index voice_session_by_end on voice_session (ended_at);

-- The kept words of one conversation.
create table session_transcript (
  session_id uuid primary key references voice_session (id),
  user_id uuid not null references users (id),
  lines jsonb not null,
  kept_at timestamptz not null,
  kept_until timestamptz not null
);
create index session_transcript_kept_until on session_transcript (kept_until);
create index session_transcript_by_user on session_transcript (user_id);

-- Whether one person's conversations keep their words, and how long; without a row nothing is kept automatically (D90).
create table transcript_setting (
  user_id uuid primary key references users (id),
  save boolean not null default false,
  kept_days integer not null default 90 check (kept_days between 1 and 365),
  updated_at timestamptz not null
);
