-- One archive of personal data that a person requested (D28).
create table data_export (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz,
  archive bytea,
  check ((ready_at is null) = (archive is null) and (ready_at is null) = (expires_at is null))
);
-- Only one is being made at a time.
create unique index data_export_waiting on data_export (user_id) where ready_at is null;
create index data_export_by_user on data_export (user_id, requested_at);
