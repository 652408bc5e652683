-- People, how they prove who they are, and what limits them.

create table users (
  id uuid primary key default uuidv7(),
  email text not null check (email = lower(email) and length(email) <= 254),
  password_hash text,
  first_name text not null check (length(first_name) <= 100),
  last_name text not null check (length(last_name) <= 100),
  profile_image_url text,
  role varchar(20) not null default 'user' check (role in ('user', 'admin', 'organization_admin')),
  is_active boolean not null default true,
  email_verified boolean not null default false,
  stripe_customer_id text unique,
  auto_purchase_enabled boolean not null default false,
  auto_purchase_tier text,
  auto_purchase_threshold integer not null default 9 check (auto_purchase_threshold between 1 and 50),
  referral_code text not null unique,
  referred_by uuid references users (id),
  terms_version text,
  terms_accepted_at timestamptz,
  voice_consent_version text,
  voice_consent_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create unique index users_email on users (lower(email));

create table referral (
  id uuid primary key default uuidv7(),
  referrer_id uuid not null references users (id),
  referred_user_id uuid not null unique references users (id),
  referral_code text not null,
  status text not null default 'pending' check (status in ('pending', 'completed')),
  reward_amount integer not null default 0,
  created_at timestamptz not null,
  completed_at timestamptz,
  check (referrer_id <> referred_user_id)
);

-- sid is the SHA-256 of the cookie's value: who reads this table can sign in as nobody.
create table session (
  sid text primary key,
  sess jsonb not null,
  expire timestamptz not null,
  user_id uuid references users (id) on delete cascade,
  created_at timestamptz not null
);
create index session_by_user on session (user_id);
create index session_by_expire on session (expire);

create table password_reset_token (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  expires_at timestamptz not null,
  used boolean not null default false,
  created_at timestamptz not null
);
create index password_reset_token_user on password_reset_token (user_id, created_at);

create table email_verification (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  email text not null,
  expires_at timestamptz not null,
  used boolean not null default false,
  created_at timestamptz not null
);
create index email_verification_user on email_verification (user_id);

-- Browsers that a person has signed in from, so that a new one can be told by mail.
create table known_device (
  user_id uuid not null references users (id) on delete cascade,
  device_hash text not null,
  first_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- Counters of the limits that must hold over all processes.
create table rate_limit (
  key text not null,
  window_start timestamptz not null,
  hits integer not null,
  expires_at timestamptz not null,
  primary key (key, window_start)
);
create index rate_limit_expires on rate_limit (expires_at);

create table platform_setting (
  id uuid primary key default uuidv7(),
  setting_key text not null unique,
  setting_value jsonb not null,
  description text,
  updated_at timestamptz not null,
  updated_by uuid references users (id)
);
