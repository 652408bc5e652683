-- The organizations' own apps, and the addresses that these had before (D136-D141).

create table pwa_setting (
  organization_id integer primary key references organization (id),
  app_name text not null check (length(app_name) between 1 and 60),
  -- null: that of the organization.
  logo_url text,
  primary_color text not null default '#9334ea' check (primary_color ~ '^#[0-9a-f]{6}$'),
  secondary_color text not null default '#7c3aed' check (secondary_color ~ '^#[0-9a-f]{6}$'),
  accent_color text not null default '#06b6d4' check (accent_color ~ '^#[0-9a-f]{6}$'),
  welcome_message text not null default '' check (length(welcome_message) <= 500),
  tagline text not null default '' check (length(tagline) <= 160),
  show_public_agents boolean not null default true,
  featured_agent_ids uuid[] not null default '{}' check (cardinality(featured_agent_ids) <= 12),
  enable_agent_requests boolean not null default true,
  enable_feedback boolean not null default true,
  contact_info jsonb not null default '{}' check (jsonb_typeof(contact_info) = 'object'),
  is_active boolean not null default false,
  custom_domain text check (length(custom_domain) between 4 and 253),
  -- A platform admin lets it be published without having been bought (D140).
  granted_by uuid references users (id),
  granted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (granted_at is not null or granted_by is null)
);

-- Leads on to its organization and is kept from others until then (D138).
create table organization_former_slug (
  slug varchar(40) primary key,
  organization_id integer not null references organization (id),
  redirects_until timestamptz not null
);
create index organization_former_slug_of on organization_former_slug (organization_id);
