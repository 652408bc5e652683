-- Agents as platform admins look after them: archived ones, what the voice provider knows, and conversations to try one.

-- An agent with history is put away instead of deleted; its name is free again (D146).
alter table agent
  add column archived_at timestamptz,
  add check (archived_at is null or not is_active),
  -- Counts what is saved; the provider knows the agent as it is while both numbers are the same (D148).
  add column revision integer not null default 1,
  add column synced_revision integer,
  -- Why the provider could not be told at the last attempt, in words for admins.
  add column sync_error text;
update agent set synced_revision = revision where eleven_labs_agent_id is not null;
drop index agent_name;
create unique index agent_name on agent (lower(name)) where archived_at is null;

-- An admin's conversation to try an agent: it holds and charges nothing and is counted nowhere (D56).
alter table voice_session add column is_test boolean not null default false;
-- Its successor says whether it is one.
drop function if exists voice_session_start(
  uuid, uuid, uuid, text, integer, uuid, bigint, bigint, timestamptz, timestamptz, integer);
