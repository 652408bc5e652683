-- What agents know about a person from earlier conversations (D185). A proposal lives as long as the words that it came
-- from; what the person accepts or writes is theirs and stays until they delete it.
create table memory_note (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  -- A note about an agent that is deleted is of no use to anybody.
  agent_id uuid not null references agent (id) on delete cascade,
  -- The context in which it is known; null for a person's own.
  organization_id integer,
  -- Where it was said; null for what people write by themselves.
  session_id uuid references voice_session (id),
  text text not null check (length(text) between 1 and 300),
  -- Its letters and digits alone: what says the same replaces what is there.
  subject text not null,
  state text not null check (state in ('proposed', 'active')),
  origin text not null check (origin in ('tool', 'person')),
  created_at timestamptz not null,
  edited_at timestamptz,
  -- When it last went to its agent.
  last_used_at timestamptz,
  check (state <> 'proposed' or (session_id is not null and origin = 'tool'))
);
-- An agent knows each thing once, and a conversation proposes it once.
create unique index memory_note_once on memory_note (user_id, agent_id, coalesce(organization_id, 0), subject)
  where state = 'active';
create unique index memory_note_proposed_once on memory_note (session_id, subject) where state = 'proposed';
create index memory_note_by_agent on memory_note (agent_id);
create index memory_note_of_person on memory_note (user_id, agent_id);

-- Whether agents may remember a person. Without a row they may not.
create table memory_setting (
  user_id uuid primary key references users (id),
  enabled boolean not null,
  updated_at timestamptz not null
);
