-- One act of a platform admin, append-only: who and what, before and after, never a secret (D153).
create table admin_act (
  id uuid primary key default uuidv7(),
  admin_id uuid not null,
  -- What was done, such as user.role.
  action text not null check (action <> ''),
  -- What it was done to: its kind, and its id within that.
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

-- One disagreement that an hourly comparison found and that is not settled yet (D37, D91, D176, D186).
create table finding (
  kind text not null check (kind in ('paid_not_credited', 'credited_not_paid', 'talk_free_time', 'talk_unpaid_sound',
    'talk_provider_time', 'voice_gone')),
  -- Payment at Stripe (or invoice where a month was booked without one), conversation, or voice of our list.
  object_id text not null,
  account_id uuid,
  details text not null,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  -- When a later comparison no longer found it.
  closed_at timestamptz,
  -- Why a person accepts it, typed in by an operator (docs/OPERATIONS.md).
  accepted text,
  primary key (kind, object_id)
);
create index finding_open on finding (found_at) where closed_at is null;

-- One figure of the last hourly upkeep, which one server runs and every server shows at /metrics.
create table upkeep_figure (
  name text not null,
  kind text not null default '',
  count integer not null,
  primary key (name, kind)
);
