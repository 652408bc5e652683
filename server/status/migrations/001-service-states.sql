-- A time in which a service was observed to be in one state. Time between two rows was not observed.
create table service_state (
  id uuid primary key default uuidv7(),
  service text not null check (service in ('app', 'voice', 'payments', 'mail')),
  state text not null check (state in ('up', 'down')),
  started_at timestamptz not null,
  -- The last observation so far.
  seen_at timestamptz not null,
  check (seen_at >= started_at)
);
create index service_state_by_time on service_state (service, seen_at desc);
