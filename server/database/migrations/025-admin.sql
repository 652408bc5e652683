-- What platform admins do: its record, corrections of balances, and people whom they remove.

-- Append-only; who and what, before and after, never a secret (D153).
create table admin_act (
  id uuid primary key default uuidv7(),
  admin_id uuid not null references users (id),
  -- What was done, such as user.role.
  action text not null check (action <> ''),
  -- What it was done to: the kind, and the id within it.
  target_kind text not null check (target_kind <> ''),
  target_id text not null check (target_id <> ''),
  before jsonb,
  after jsonb,
  reason text check (length(reason) between 1 and 500),
  request_id text not null,
  at timestamptz not null
);
create index admin_act_by_target on admin_act (target_kind, target_id, at desc);
create index admin_act_by_time on admin_act (at desc, id desc);
create index admin_act_by_admin on admin_act (admin_id);
create trigger admin_act_is_append_only before update or delete or truncate on admin_act
  for each statement execute function refuse_change();

-- A correction goes either way (D153).
alter table entry drop constraint entry_check1;
alter table entry add constraint entry_check1 check (
  (kind in ('usage', 'unlock', 'monthly_lapse', 'refund', 'freeze') and amount_ms <= 0)
  or (kind in ('purchase', 'monthly_grant', 'release', 'referral') and amount_ms > 0)
  or (kind = 'adjustment' and amount_ms <> 0));

-- Whom an admin removed can be restored for 30 days, then they are erased (D143).
alter table users
  add column removed_at timestamptz,
  add column active_when_restored boolean,
  add check ((removed_at is null) = (active_when_restored is null)),
  add check (removed_at is null or not is_active);
create index users_removed on users (id) where removed_at is not null and erased_at is null;

-- A place that was taken with the removal of its person, and comes back with them.
alter table organization_user
  add column is_off_by_removal boolean not null default false,
  add check (not (is_active and is_off_by_removal));
