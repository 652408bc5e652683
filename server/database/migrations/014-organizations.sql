-- Organizations, who belongs to them, and what their people may use. The pool is an account like any other.

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
  subscription_tier text not null default 'business',
  max_users integer not null default 10 check (max_users between 1 and 1000),
  created_by uuid references users (id),
  archived_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((subscription_status = 'past_due') = (past_due_since is not null))
);
create index organization_created_by on organization (created_by);

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
  -- Minutes of a calendar month (D131); null: as many as the pool has.
  monthly_limit_minutes integer check (monthly_limit_minutes between 0 and 100000),
  primary key (organization_id, user_id)
);
create index organization_user_of on organization_user (user_id) where is_active;

-- What a person worked in last; without an organization: the personal context (D122).
create table organization_context (
  user_id uuid primary key references users (id) on delete cascade,
  organization_id integer references organization (id),
  chosen_at timestamptz not null
);

-- Which organizations may have a private agent (D125).
create table private_agent_access (
  agent_id uuid not null references agent (id),
  organization_id integer not null references organization (id),
  granted_by uuid references users (id),
  granted_at timestamptz not null,
  is_active boolean not null default true,
  primary key (agent_id, organization_id)
);
create index private_agent_access_of on private_agent_access (organization_id);

-- Which agents an organization's people may use, from which level on.
create table organization_agent (
  id uuid primary key default uuidv7(),
  organization_id integer not null references organization (id),
  agent_id uuid not null references agent (id),
  assigned_by uuid not null references users (id),
  assigned_at timestamptz not null,
  -- As the agent is; decides nothing (D125).
  is_private boolean not null,
  access_level text not null default 'standard' check (access_level in ('standard', 'premium', 'full', 'admin-only')),
  -- For the agent alone; its people never see them (D127).
  custom_instructions text not null default '' check (length(custom_instructions) <= 2000),
  is_active boolean not null default true,
  unique (organization_id, agent_id)
);
create index organization_agent_of on organization_agent (agent_id);

-- An account belongs to one person or to one organization.
alter table account
  add column organization_id integer unique references organization (id),
  add constraint account_has_one_owner check (num_nonnulls(user_id, organization_id) = 1);

-- In which organization a conversation was held; null: the person's own.
alter table voice_session add column organization_id integer references organization (id);
create index voice_session_by_organization on voice_session (organization_id, created_at desc)
  where organization_id is not null;
-- Its successor names the organization.
drop function if exists voice_session_start(uuid, uuid, uuid, text, integer, uuid, bigint, bigint, timestamptz, timestamptz);

-- To the admins of which organization a message goes (D64).
alter table user_communication
  add column organization_id integer references organization (id),
  add constraint user_communication_to_organization
    check ((audience = 'organization') = (organization_id is not null));
create index user_communication_thread on user_communication (in_reply_to) where in_reply_to is not null;
create index user_communication_organization on user_communication (organization_id, created_at)
  where audience = 'organization';
