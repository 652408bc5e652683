-- Codes of an authenticator app as a second step of signing in (D27).

create table two_factor (
  user_id uuid primary key references users (id) on delete cascade,
  -- Sealed with a key that is not in the database: who reads this table can make no codes.
  sealed_secret text not null,
  -- The newest 30 s step whose code was used: it and older ones are refused.
  last_step bigint,
  created_at timestamptz not null,
  -- Null until the first code has shown that the app knows the secret.
  enabled_at timestamptz
);

-- Each lets in once when the app is lost; only its hash is stored.
create table recovery_code (
  user_id uuid not null references users (id) on delete cascade,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (user_id, code_hash)
);

-- A right password that waits for its code, for the browser that holds the secret of this hash.
create table pending_sign_in (
  secret_hash text primary key,
  user_id uuid not null references users (id) on delete cascade,
  expires_at timestamptz not null
);
create index pending_sign_in_by_user on pending_sign_in (user_id);
create index pending_sign_in_by_expiry on pending_sign_in (expires_at);
