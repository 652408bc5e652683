-- Agents and their voices, who may use them, people's ratings, and requests for new ones.

-- One voice of our own list, to which agents refer, and what it is at the voice provider (D186).
create table voice (
  id text primary key check (id ~ '^[a-z][a-z0-9-]{0,39}$'),
  name text not null check (length(name) between 1 and 60),
  -- How it sounds.
  description text not null default '' check (length(description) <= 200),
  -- ISO 639-1, best one first.
  languages text[] not null check (cardinality(languages) > 0),
  -- Replaces a voice that cannot be used.
  is_fallback boolean not null default false,
  -- Its id at the offline voice service, and in the account of the real one; null where it has none there.
  standin_voice_id text check (standin_voice_id ~ '^[\w-]{1,100}$'),
  live_voice_id text check (live_voice_id ~ '^[\w-]{1,100}$'),
  -- As the provider said at the last check.
  state text not null default 'unchecked' check (state in ('unchecked', 'ok', 'ending', 'gone')),
  reason text,
  checked_at timestamptz,
  -- A sentence read aloud, and the provider's voice that reads it: 16-bit little-endian mono at 16 kHz.
  sample bytea,
  sample_of text,
  created_at timestamptz not null,
  check ((sample is null) = (sample_of is null))
);
create unique index voice_one_fallback on voice (is_fallback) where is_fallback;

insert into voice (id, name, description, languages, is_fallback, standin_voice_id, created_at) values
  ('clara', 'Clara', 'Clear and friendly, female, American English', '{en}', true, 'slt', now()),
  ('miles', 'Miles', 'Calm and low, male, American English', '{en}', false, 'rms', now()),
  ('angus', 'Angus', 'Warm, male, Scottish English', '{en}', false, 'awb', now()),
  ('victor', 'Victor', 'Brisk and precise, male, American English', '{en}', false, 'kal16', now());

-- One agent. One with history is archived instead of deleted, and its name is free again (D146).
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
  archived_at timestamptz,
  -- Information for platform admins, never charged (D31).
  price text not null default '0.00',
  -- In tenths, typed by an editor.
  rating_tenths integer not null default 50 check (rating_tenths between 0 and 50),
  system_prompt text not null default '' check (length(system_prompt) <= 20000),
  first_message text not null default '' check (length(first_message) <= 1000),
  -- Questions with the agent's answers, shown to everybody: [{"question", "answer"}].
  sample_conversation jsonb not null default '[]',
  voice_id text references voice (id),
  eleven_labs_agent_id varchar(100),
  -- Counts saved states; the provider is up to date while both numbers are the same (D148).
  revision integer not null default 1,
  synced_revision integer,
  -- Why the last attempt to send it to the provider failed, in words for admins.
  sync_error text,
  -- The voice last sent to the provider.
  synced_voice_id text,
  -- Until when a request is making the agent at the provider; others wait for the result meanwhile.
  making_until timestamptz,
  created_by uuid references users (id),
  updated_by uuid references users (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (archived_at is null or not is_active)
);
create unique index agent_name on agent (lower(name)) where archived_at is null;

-- One premium agent that one person has unlocked.
create table user_agent_unlock (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  agent_id uuid not null references agent (id),
  unlocked_at timestamptz not null,
  unique (user_id, agent_id)
);

-- One private agent that an organization may have (D125).
create table private_agent_access (
  agent_id uuid not null references agent (id),
  organization_id integer not null,
  granted_by uuid references users (id),
  granted_at timestamptz not null,
  is_active boolean not null default true,
  primary key (agent_id, organization_id)
);
create index private_agent_access_of on private_agent_access (organization_id);

-- One agent that an organization's people may use, and from which level on.
create table organization_agent (
  id uuid primary key default uuidv7(),
  organization_id integer not null,
  agent_id uuid not null references agent (id),
  assigned_by uuid not null references users (id),
  assigned_at timestamptz not null,
  -- A copy of the agent's own flag; decides nothing (D125).
  is_private boolean not null,
  access_level text not null default 'standard' check (access_level in ('standard', 'premium', 'full', 'admin-only')),
  -- Only for the agent; its people never see them (D127).
  custom_instructions text not null default '' check (length(custom_instructions) <= 2000),
  is_active boolean not null default true,
  unique (organization_id, agent_id)
);
create index organization_agent_of on organization_agent (agent_id);

-- One person's rating of one agent, which can be changed (D55).
create table agent_rating (
  agent_id uuid not null references agent (id),
  user_id uuid not null references users (id),
  stars integer not null check (stars between 1 and 5),
  rated_at timestamptz not null,
  primary key (agent_id, user_id)
);
create index agent_rating_by_user on agent_rating (user_id);

-- One request for a new agent.
create table agent_request (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id),
  -- The organization that ordered it (D108).
  organization_id integer,
  agent_name text not null check (length(agent_name) between 1 and 120),
  description text not null check (length(description) between 1 and 5000),
  use_case text not null check (use_case in ('Sales Training', 'Marketing Strategy', 'Operations & Systems',
    'Mindset & Performance', 'Team Management', 'Other')),
  priority text not null check (priority in ('low', 'medium', 'high')),
  status text not null default 'received' check (status in ('received', 'reviewed', 'approved', 'in progress',
    'published', 'denied', 'already exists')),
  -- The agent that came of a published request (D61).
  agent_id uuid references agent (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  constraint agent_request_agent check (agent_id is null or status = 'published')
);
create index agent_request_by_user on agent_request (user_id, created_at);
create index agent_request_by_organization on agent_request (organization_id) where organization_id is not null;
create index agent_request_by_agent on agent_request (agent_id) where agent_id is not null;

-- One status of a request; the first one has no status before it.
create table agent_request_change (
  id uuid primary key default uuidv7(),
  request_id uuid not null references agent_request (id) on delete cascade,
  changed_by uuid not null references users (id),
  from_status text,
  to_status text not null,
  note text check (length(note) <= 500),
  changed_at timestamptz not null
);
create index agent_request_change_by_request on agent_request_change (request_id, changed_at);
