-- What agents say before anybody pays, read aloud once by their own voices (D175).

-- One text read aloud, made once for each voice, model, format and text, whichever agents say it.
create table sound (
  hash text primary key check (hash ~ '^[\w-]{32}$'),
  type text not null,
  bytes bytea not null,
  text text not null,
  duration_ms integer not null check (duration_ms > 0),
  -- When each word of the text begins; words are parted by white space.
  word_starts_ms integer[] not null,
  created_at timestamptz not null
);

-- One line of an agent, and the sound that is served for it: an older one until a newer one is made.
create table agent_sound (
  agent_id uuid not null references agent (id),
  -- The greeting, or a question or an answer of the sample conversation by its place from 0.
  line text not null check (line ~ '^(greeting|(question|answer)-\d{1,2})$'),
  hash text not null references sound (hash),
  -- Who speaks.
  voice_id text not null references voice (id),
  primary key (agent_id, line)
);
create index agent_sound_of on agent_sound (hash);

-- The state of an agent that all of its sounds have.
create table agent_sounds_made (
  agent_id uuid primary key references agent (id),
  revision integer not null,
  provider_voice_id text
);
