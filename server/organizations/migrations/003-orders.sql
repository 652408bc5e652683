-- What organizations order: their package before they exist or while they wait for it, and seats afterwards.

-- One order of an organization's package (D100-D102). Amounts are computed when it is stored, in cents.
create table business_registration (
  -- Shown in addresses, so it must reveal nothing: no time, no sequence.
  id uuid primary key default gen_random_uuid(),
  -- The form from which it came.
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
  -- Whether the pool buys its package again with the saved card, as the checkout states it (D109).
  auto_purchase boolean not null default true,

  -- What it consists of, as agreed when it was stored (D181).
  agent_name text not null,
  package_name text not null,
  package_minutes integer not null check (package_minutes > 0),
  -- The price of one seat per month.
  user_cents integer not null check (user_cents > 0),

  agent_build_cents integer not null check (agent_build_cents >= 0),
  branded_pwa_setup_cents integer not null default 0 check (branded_pwa_setup_cents >= 0),
  user_access_cents integer not null check (user_access_cents > 0),
  voice_minutes_cents integer not null check (voice_minutes_cents > 0),
  optimization_cents integer not null default 0 check (optimization_cents >= 0),
  branded_pwa_maintenance_cents integer not null default 0 check (branded_pwa_maintenance_cents >= 0),
  -- The one-time part and the monthly part; both are paid at first (D102, D133).
  payment_amount_cents integer not null check (payment_amount_cents = agent_build_cents + branded_pwa_setup_cents),
  monthly_total_cents integer not null check (monthly_total_cents =
    user_access_cents + voice_minutes_cents + optimization_cents + branded_pwa_maintenance_cents),

  -- Hash of the secret in the cookie of the browser that registered.
  setup_hash text not null,
  stripe_customer_id text,
  stripe_subscription_id text unique,
  stripe_payment_intent_id text unique,
  stripe_invoice_id text unique,
  -- Part of the provider's keys: where a first payment can no longer be made, another one follows.
  payment_attempt integer not null default 1,
  paid_at timestamptz,
  -- The organization that waits for it (D130); null when the payment creates one.
  for_organization_id integer references organization (id),
  -- The organization that came of it.
  organization_id integer references organization (id),
  -- Who runs the organization: an account created for the contact, or an existing one that has (not yet) agreed (D106).
  admin_state text check (admin_state in ('created', 'asked', 'attached', 'refused')),
  -- When the one mail about an unpaid order was sent, or was found to be unnecessary.
  reminded_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,

  check ((agent_type = 'none') = (number_of_agents = 0)),
  check (agent_type <> 'none' or not ongoing_optimization),
  check ((status = 'paid') = (paid_at is not null)),
  check (user_access_cents = user_cents * user_count),
  constraint business_registration_activated
    check ((status = 'paid') = (organization_id is not null) and (status = 'paid') = (admin_state is not null)),
  constraint business_registration_for
    check (for_organization_id is null or organization_id is null or organization_id = for_organization_id)
);
create index business_registration_unpaid on business_registration (expires_at) where status = 'awaiting_payment';
create index business_registration_by_organization on business_registration (organization_id);
-- At most one open order and one paid one.
create unique index business_registration_open_for on business_registration (for_organization_id)
  where status = 'awaiting_payment';
create unique index business_registration_paid_for on business_registration (for_organization_id)
  where status = 'paid';

-- One change of the number of an organization's paid seats (D116); before the first one the order counts.
create table seat_change (
  id uuid primary key default uuidv7(),
  -- The pool.
  account_id uuid not null references account (id),
  -- The admin who requested it.
  user_id uuid not null references users (id),
  -- Seats from the next renewal on.
  to_users integer not null check (to_users between 1 and 1000),
  -- What a month costs with them.
  monthly_cents integer not null check (monthly_cents > 0),
  -- The agreed price of one seat per month (D181).
  user_cents integer not null check (user_cents > 0),
  -- The payment of added seats; null when nothing is charged.
  checkout_id uuid unique references checkout (id),
  -- open: under way; declined: the bank refused, and another card may still pay it; dropped: given up, nothing changed.
  status text not null default 'open' check (status in ('open', 'declined', 'done', 'dropped')),
  -- End of the month in which it was made, as the provider reports it, and the seats paid for in that month.
  period_ends_at timestamptz,
  paid_users integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'done') = (period_ends_at is not null) and (status = 'done') = (paid_users is not null)),
  check (paid_users >= to_users)
);
create unique index seat_change_one_at_a_time on seat_change (account_id) where status in ('open', 'declined');
create index seat_change_by_account on seat_change (account_id, id);
