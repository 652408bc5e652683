-- What an organization orders before it exists (D100-D102). Amounts are computed when it is stored, in cents.

create table business_registration (
  -- Shown in addresses, so it must tell nothing: no time, no sequence.
  id uuid primary key default gen_random_uuid(),
  -- Which of the two forms it came from.
  form text not null check (form in ('main', 'variant')),
  status text not null default 'awaiting_payment' check (status in ('awaiting_payment', 'paid', 'expired')),

  organization_name text not null check (length(organization_name) between 1 and 120),
  contact_name text not null check (length(contact_name) between 1 and 120),
  contact_email text not null check (contact_email = lower(contact_email) and length(contact_email) <= 254),
  contact_phone text,
  industry text not null check (industry in ('technology', 'healthcare', 'finance', 'education', 'retail',
    'manufacturing', 'consulting', 'other')),
  company_size text not null check (company_size in ('1-10', '11-50', '51-200', '201-1000', '1000+')),
  website text,
  agent_purpose text,
  planned_users text,
  additional_notes text,
  logo_url text,
  primary_color text not null default '#9334ea' check (primary_color ~ '^#[0-9a-fA-F]{6}$'),
  welcome_message text,
  terms_version text not null,
  terms_accepted_at timestamptz not null,

  user_count integer not null check (user_count between 1 and 1000),
  user_access_tier text not null check (user_access_tier in ('1-4', '5-24', '25-99', '100-199', '200+')),
  agent_type text not null check (agent_type in ('none', 'single', 'advanced')),
  number_of_agents integer not null default 1 check (number_of_agents between 0 and 50),
  ongoing_optimization boolean not null default false,
  minute_package text not null check (minute_package in ('starter', 'growth', 'scale', 'expansion', 'enterprise')),
  branded_pwa boolean not null default false,

  agent_build_cents integer not null check (agent_build_cents >= 0),
  branded_pwa_setup_cents integer not null default 0 check (branded_pwa_setup_cents >= 0),
  user_access_cents integer not null check (user_access_cents > 0),
  voice_minutes_cents integer not null check (voice_minutes_cents > 0),
  optimization_cents integer not null default 0 check (optimization_cents >= 0),
  branded_pwa_maintenance_cents integer not null default 0 check (branded_pwa_maintenance_cents >= 0),
  -- The one-time part and the monthly part; today both are paid (D102, D133).
  payment_amount_cents integer not null check (payment_amount_cents = agent_build_cents + branded_pwa_setup_cents),
  monthly_total_cents integer not null check (monthly_total_cents =
    user_access_cents + voice_minutes_cents + optimization_cents + branded_pwa_maintenance_cents),

  -- Hash of the secret in the cookie of the browser that registered.
  setup_hash text not null,
  stripe_customer_id text,
  stripe_subscription_id text unique,
  stripe_payment_intent_id text unique,
  paid_at timestamptz,
  -- The organization that came of it.
  organization_id integer references organization (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,

  check ((agent_type = 'none') = (number_of_agents = 0)),
  check (agent_type <> 'none' or not ongoing_optimization),
  check ((status = 'paid') = (paid_at is not null))
);
create index business_registration_unpaid on business_registration (expires_at) where status = 'awaiting_payment';
create index business_registration_by_organization on business_registration (organization_id);
