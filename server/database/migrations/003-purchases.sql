-- Payments at Stripe and what they gave.

-- One current subscription per account, updated in place from the provider's state.
create table subscription (
  account_id uuid primary key references account (id),
  stripe_subscription_id text not null unique,
  status text not null,
  tier text not null,
  renews_at timestamptz,
  cancel_at_period_end boolean not null default false,
  past_due_since timestamptz,
  updated_at timestamptz not null
);

-- An opened payment, from the click to its end; the provider's idempotency keys are made from its id.
create table checkout (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account (id),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('combined', 'credits')),
  tier text not null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null default 'usd',
  status text not null default 'open' check (status in ('open', 'paid', 'replaced')),
  stripe_payment_intent_id text unique,
  stripe_subscription_id text unique,
  stripe_invoice_id text unique,
  created_at timestamptz not null,
  paid_at timestamptz
);
-- Two first payments never exist side by side (D34).
create unique index checkout_one_open_combined on checkout (account_id) where kind = 'combined' and status = 'open';
create index checkout_open on checkout (created_at) where status = 'open';

create table credit_purchase (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account (id),
  user_id uuid not null references users (id),
  amount_cents integer not null check (amount_cents > 0),
  credits_added_ms bigint not null check (credits_added_ms > 0),
  bonus_agents integer not null default 0,
  stripe_payment_intent_id text not null unique,
  tier text not null,
  created_at timestamptz not null
);
create index credit_purchase_by_account on credit_purchase (account_id, created_at desc);

create table subscription_payment (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account (id),
  user_id uuid not null references users (id),
  amount_cents integer not null check (amount_cents > 0),
  credits_added_ms bigint not null,
  stripe_invoice_id text not null unique,
  stripe_payment_intent_id text,
  period_ends_at timestamptz not null,
  created_at timestamptz not null
);
create index subscription_payment_by_account on subscription_payment (account_id, created_at desc);

-- Inbox of the payment provider's events, one row per event id.
create table stripe_event (
  id text primary key,
  type text not null,
  object_id text not null,
  payload jsonb not null,
  received_at timestamptz not null,
  processed_at timestamptz
);
create index stripe_event_waiting on stripe_event (received_at) where processed_at is null;
