-- What people say a conversation saved them: one answer of its person, in whole minutes, never an estimate of ours.
create table saved_time (
  session_id uuid primary key references voice_session (id),
  user_id uuid not null references users (id),
  -- Null for one that was removed, which keeps its place in the order of the answers.
  saved_minutes integer check (saved_minutes between 0 and 480),
  -- The first answer; a change keeps it.
  answered_at timestamptz not null,
  changed_at timestamptz
);
create index saved_time_by_user on saved_time (user_id);

-- The sum over the whole installation, counted every hour for the public page: at most one row.
create table saved_time_total (
  is_only boolean primary key default true check (is_only),
  saved_minutes bigint not null check (saved_minutes >= 0),
  answers integer not null check (answers >= 0),
  people integer not null check (people >= 0),
  counted_at timestamptz not null
);
