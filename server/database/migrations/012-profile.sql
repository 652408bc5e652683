-- What people change about themselves: their address, and the browsers that they are signed in with.

-- How a person tells own sign-ins apart; the id names a row without telling its secret.
alter table session
  add column id uuid not null unique default uuidv7(),
  add column user_agent text not null default '',
  add column last_seen_at timestamptz not null default now();

-- A mailed secret confirms the address that an account has, or brings another one (D24, D25).
alter table email_verification
  add column purpose text not null default 'confirm' check (purpose in ('confirm', 'change'));
