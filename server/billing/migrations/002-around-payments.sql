-- What happens around payments: the provider's events, automatic purchases, money that goes back, referrals.

-- One event of the payment provider, stored once by its id and handled by a job.
create table stripe_event (
  id text primary key,
  type text not null,
  object_id text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz
);
create index stripe_event_waiting on stripe_event (received_at) where processed_at is null;

-- One account's settings and state of automatic purchases (D45-D47); an attempt is a checkout of kind auto.
create table auto_purchase (
  account_id uuid primary key references account (id),
  enabled boolean not null default false,
  tier text not null,
  -- What is bought, as agreed when it was switched on or its package was chosen (D181); null while off.
  package_name text,
  package_cents integer check (package_cents > 0),
  package_minutes integer check (package_minutes > 0),
  threshold_minutes integer not null default 9 check (threshold_minutes between 1 and 50),
  monthly_cap_cents integer not null check (monthly_cap_cents > 0),
  -- False from the crossing of the threshold until the balance is above it again.
  armed boolean not null default true,
  -- Consecutive declines; the third switches it off.
  failures integer not null default 0,
  -- When a balance that is still low is tried again; null while nothing waits.
  retry_at timestamptz,
  -- A card that must not be charged again unasked.
  blocked_fingerprint text,
  -- The month (YYYY-MM) whose reached cap has been reported.
  cap_reported_month text,
  -- What prevents the next purchase, for the person: the code of the last decline, or that the cap was reached.
  problem text,
  updated_at timestamptz not null,
  check (not enabled or package_cents is not null),
  check ((package_name is null) = (package_cents is null) and (package_minutes is null) = (package_cents is null))
);

-- Money that went back: one row per refund or dispute at Stripe and type of thing that was paid (D43, D44).
create table money_back (
  id uuid primary key default uuidv7(),
  -- Null while a refund was requested and Stripe has not answered yet.
  stripe_id text,
  -- The key of the admin's form that requested a refund: sent again at any time, it is the same refund (D44).
  request_key uuid constraint refund_is_asked_for_once unique,
  kind text not null check (kind in ('refund', 'dispute')),
  type text not null check (type in ('subscription', 'credits')),
  account_id uuid not null references account (id),
  user_id uuid not null references users (id),
  tier text not null,
  stripe_payment_intent_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  -- requested | pending | succeeded | failed | canceled for refunds; open | won | lost | none for disputes.
  status text not null,
  reason text,
  requested_by uuid references users (id),
  receipt_number bigint not null unique default nextval('receipt_number'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Real time at which the read at the provider began: an older read never overwrites a newer one.
  read_at timestamptz not null default '-infinity',
  unique (stripe_id, type)
);
create index money_back_by_account on money_back (account_id, created_at desc);
create index money_back_by_intent on money_back (stripe_payment_intent_id);
create index money_back_unsettled on money_back (created_at) where status in ('requested', 'pending', 'open');

-- One person who registered with another person's code; the first payment completes it (D51).
create table referral (
  id uuid primary key default uuidv7(),
  referrer_id uuid not null references users (id),
  referred_user_id uuid not null unique references users (id),
  referral_code text not null,
  status text not null default 'pending' check (status in ('pending', 'completed')),
  -- The inviter's minutes.
  reward_amount integer not null default 0,
  created_at timestamptz not null,
  completed_at timestamptz,
  check (referrer_id <> referred_user_id),
  check (reward_amount >= 0 and (status = 'completed' or reward_amount = 0))
);
create index referral_by_referrer on referral (referrer_id, created_at desc);
