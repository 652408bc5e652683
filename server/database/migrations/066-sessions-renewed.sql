-- A session gets a new id when the role of its person changes (D15). Requests that were on their way with the one before
-- are answered for a minute more.
alter table session
  add column role_mark text,
  add column previous_sid text,
  add column previous_until timestamptz,
  -- When the person last proved who they are: by signing in, or when it was asked again.
  add column proven_at timestamptz;
update session set proven_at = created_at;
alter table session alter column proven_at set not null;
create index session_by_previous on session (previous_sid) where previous_sid is not null;
