-- What platform admins say of an organization's access (D149).

alter table organization
  -- canceled: its people have no access whatever is paid; active: they have it although nothing is paid.
  -- Null: the state follows its payments.
  add column set_by_admin text check (set_by_admin in ('active', 'canceled')),
  -- Whether its subscription was marked to end with that, so that restoring it takes the mark back.
  add column plan_ended_by_admin boolean not null default false,
  add check (set_by_admin is null or (set_by_admin = subscription_status and past_due_since is null)),
  add check (not plan_ended_by_admin or set_by_admin is not distinct from 'canceled');
