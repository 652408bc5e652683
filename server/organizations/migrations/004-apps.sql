-- One organization's own app (D136-D141).
create table pwa_setting (
  organization_id integer primary key references organization (id),
  app_name text not null check (length(app_name) between 1 and 60),
  -- Null for the organization's own, like all colors but the accent.
  logo_url text,
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
  -- A platform admin allows publishing without a purchase (D140).
  granted_by uuid references users (id),
  granted_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (granted_at is not null or granted_by is null)
);
