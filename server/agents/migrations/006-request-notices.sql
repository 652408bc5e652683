-- A new status is announced ten seconds later, so that it can be undone before anybody has read of it (D188).
alter table agent_request_change
  add column from_agent_id uuid references agent (id) on delete set null,
  -- When the person gets a message; null for the first line, which needs none.
  add column notify_at timestamptz,
  add column notified_at timestamptz;
create index agent_request_change_due on agent_request_change (notify_at)
  where notify_at is not null and notified_at is null;
