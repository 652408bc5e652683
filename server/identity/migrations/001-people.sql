-- People, and how they prove who they are.

-- One person. An erased person keeps a row without a name, for money and ledger (D28).
create table users (
  id uuid primary key default uuidv7(),
  email text not null check (email = lower(email) and length(email) <= 254),
  email_verified boolean not null default false,
  password_hash text,
  first_name text not null check (length(first_name) <= 100),
  last_name text not null check (length(last_name) <= 100),
  profile_image_url text,
  role varchar(20) not null default 'user' check (role in ('user', 'admin', 'organization_admin')),
  is_active boolean not null default true,
  referral_code text not null unique,
  referred_by uuid references users (id),
  terms_version text,
  terms_accepted_at timestamptz,
  voice_consent_version text,
  voice_consent_at timestamptz,
  -- Admins are asked to set up two-factor sign-in; "Not now" holds in every browser (D27).
  two_factor_declined_at timestamptz,
  -- Seven days after asking to leave, a person is erased (D28).
  deletion_requested_at timestamptz,
  -- A person deleted by an admin can be restored for 30 days and is then erased (D143).
  removed_at timestamptz,
  active_when_restored boolean,
  erased_at timestamptz,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (erased_at is null or (password_hash is null and first_name = '' and last_name = '' and not is_active)),
  check ((removed_at is null) = (active_when_restored is null)),
  check (removed_at is null or not is_active)
);
create unique index users_email on users (lower(email));
create index users_leaving on users (id) where deletion_requested_at is not null and erased_at is null;
create index users_removed on users (id) where removed_at is not null and erased_at is null;

-- One mailed link that sets a password. The first password's link lives longer than one that replaces a password
-- (D105).
create table password_reset_token (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  purpose text not null default 'reset' check (purpose in ('reset', 'setup')),
  expires_at timestamptz not null,
  used boolean not null default false,
  created_at timestamptz not null
);
create index password_reset_token_user on password_reset_token (user_id, created_at);

-- One mailed secret that confirms an account's address, or replaces it (D24, D25).
create table email_verification (
  id uuid primary key default uuidv7(),
  user_id uuid not null references users (id) on delete cascade,
  token text not null unique,
  email text not null,
  purpose text not null default 'confirm' check (purpose in ('confirm', 'change')),
  expires_at timestamptz not null,
  used boolean not null default false,
  created_at timestamptz not null
);
create index email_verification_user on email_verification (user_id);

-- One browser that a person has signed in from, so that a new one is announced by mail.
create table known_device (
  user_id uuid not null references users (id) on delete cascade,
  device_hash text not null,
  first_seen_at timestamptz not null,
  primary key (user_id, device_hash)
);

-- One person's authenticator app, whose codes are the second step of signing in (D27).
create table two_factor (
  user_id uuid primary key references users (id) on delete cascade,
  -- Sealed with a key outside the database, so that reading this table does not allow making codes.
  sealed_secret text not null,
  -- The newest 30 s step whose code was used: it and older ones are refused.
  last_step bigint,
  created_at timestamptz not null,
  -- Null until a first code has shown that the app has the secret.
  enabled_at timestamptz
);

-- One code that signs in once when the app is lost; only its hash is stored.
create table recovery_code (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- One right password that waits for its code, for the browser with the secret of this hash.
create table pending_sign_in (
  secret_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index pending_sign_in_by_user on pending_sign_in (user_id);
create index pending_sign_in_by_expiry on pending_sign_in (expires_at);

-- A person's last context; without an organization the personal one (D122).
create table organization_context (
  user_id uuid primary key references users (id) on delete cascade,
  organization_id integer,
  chosen_at timestamptz not null
);

-- The people of the subjects below.
alter table session add foreign key (user_id) references users (id) on delete cascade;
alter table platform_setting add foreign key (updated_by) references users (id);
alter table admin_act add foreign key (admin_id) references users (id);
