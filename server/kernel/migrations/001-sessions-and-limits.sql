-- One sign-in in one browser. sid is the SHA-256 of the cookie's value, so that reading this table does not allow
-- signing in.
create table session (
  sid text primary key,
  -- Distinguishes a person's sign-ins without revealing their secret.
  id uuid not null unique default uuidv7(),
  sess jsonb not null,
  expire timestamptz not null,
  user_id uuid,
  user_agent text not null default '',
  -- The person's role when the session got its id; a changed role brings a new id (D15).
  role_mark text,
  -- Requests under way with the previous id are accepted for one more minute.
  previous_sid text,
  previous_until timestamptz,
  -- When the person last proved who they are, by signing in or on request.
  proven_at timestamptz not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null default now()
);
create index session_by_user on session (user_id);
create index session_by_expire on session (expire);
create index session_by_previous on session (previous_sid) where previous_sid is not null;

-- One counter of a limit shared by all processes, in one window of time.
create table rate_limit (
  key text not null,
  window_start timestamptz not null,
  hits integer not null,
  expires_at timestamptz not null,
  primary key (key, window_start)
);
create index rate_limit_expires on rate_limit (expires_at);
