-- When an admin dismissed the checklist of a new organization; null: it is shown until everything is done.
alter table organization add column checklist_dismissed_at timestamptz;
