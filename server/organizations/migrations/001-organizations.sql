-- Organizations and who belongs to them. An organization's pool is an account like any other.

-- One organization. Its state follows its payments unless a platform admin has set it (D149).
create table organization (
  -- Never a proof of anything (D167).
  id integer generated always as identity (start with 100001) primary key,
  name varchar(120) not null check (name <> ''),
  slug varchar(40) not null unique check (slug ~ '^[a-z0-9][a-z0-9-]{1,38}[a-z0-9]$'),
  description varchar(2000) not null default '',
  industry varchar(120) not null default '',
  contact_email text not null check (contact_email = lower(contact_email) and length(contact_email) <= 254),
  website_url text,
  logo_url text,
  primary_color text not null default '#9334ea' check (primary_color ~ '^#[0-9a-fA-F]{6}$'),
  secondary_color text not null default '#7c3aed' check (secondary_color ~ '^#[0-9a-fA-F]{6}$'),
  is_active boolean not null default true,
  subscription_status text not null default 'active'
    check (subscription_status in ('active', 'past_due', 'canceled', 'inactive')),
  past_due_since timestamptz,
  -- canceled: its people have no access whatever is paid; active: they have it even if nothing is paid. Null: the state
  -- follows its payments.
  set_by_admin text check (set_by_admin in ('active', 'canceled')),
  -- Whether that also set its subscription to end, so that restoring it reverts the end.
  plan_ended_by_admin boolean not null default false,
  subscription_tier text not null default 'business',
  max_users integer not null default 10 check (max_users between 1 and 1000),
  -- Fewer seats from the next renewal on; until then those that end are not given away. Null: as many as now.
  next_max_users integer,
  -- Whether words of conversations may be kept here at all; each person's own setting comes second.
  allows_transcripts boolean not null default true,
  created_by uuid references users (id),
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((subscription_status = 'past_due') = (past_due_since is not null)),
  check (next_max_users between 1 and max_users),
  check (set_by_admin is null or (set_by_admin = subscription_status and past_due_since is null)),
  check (not plan_ended_by_admin or set_by_admin is not distinct from 'canceled')
);
create index organization_created_by on organization (created_by);

-- A former address of an organization, which leads to the new one and is reserved until then (D138).
create table organization_former_slug (
  slug varchar(40) primary key,
  organization_id integer not null references organization (id),
  redirects_until timestamptz not null
);
create index organization_former_slug_of on organization_former_slug (organization_id);

-- One person's membership in one organization.
create table organization_user (
  organization_id integer not null references organization (id),
  user_id uuid not null references users (id),
  role text not null default 'member' check (role in ('admin', 'member', 'guest')),
  access_level text not null default 'standard' check (access_level in ('standard', 'premium', 'full', 'admin-only')),
  user_category text not null default 'Members'
    check (user_category in ('Clients', 'Members', 'Employees', 'Public')),
  invited_by uuid references users (id),
  invited_at timestamptz,
  joined_at timestamptz not null,
  last_active_at timestamptz,
  -- An inactive member has no seat and no access; the history stays.
  is_active boolean not null default true,
  -- Switched off by the deletion of its person, and restored with them.
  is_off_by_removal boolean not null default false,
  -- Minutes of a calendar month (D131); null: as many as the pool has.
  monthly_limit_minutes integer check (monthly_limit_minutes between 0 and 100000),
  -- The calendar month of the last notice about the member's own minutes, and its percentage.
  limit_notice_month date,
  limit_notice_percent smallint check (limit_notice_percent in (80, 100)),
  primary key (organization_id, user_id),
  constraint organization_user_limit_notice check ((limit_notice_month is null) = (limit_notice_percent is null)),
  check (not (is_active and is_off_by_removal))
);
create index organization_user_of on organization_user (user_id) where is_active;

-- The organizations of the subjects below.
alter table organization_context add foreign key (organization_id) references organization (id);
alter table account add foreign key (organization_id) references organization (id);
alter table user_communication add foreign key (organization_id) references organization (id);
alter table private_agent_access add foreign key (organization_id) references organization (id);
alter table organization_agent add foreign key (organization_id) references organization (id);
alter table agent_request add foreign key (organization_id) references organization (id);
alter table voice_session add foreign key (organization_id) references organization (id);
