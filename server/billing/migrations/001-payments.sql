-- Payments at Stripe and what they gave: payers, offers, purchases, months, automatic purchases.

-- Only receipts take their numbers from it.
create sequence receipt_number;

-- Who pays for one account at Stripe, and the card saved for charges without them.
create table payer (
  account_id uuid primary key references account (id),
  stripe_customer_id text unique,
  payment_method_id text,
  card_brand text,
  card_last4 text,
  card_exp_month integer,
  card_exp_year integer,
  card_fingerprint text,
  -- When the saved card was given, as the payment provider says: an older one never replaces it, however late its event
  -- comes (D46).
  card_given_at timestamptz,
  updated_at timestamptz not null,
  check ((payment_method_id is null) = (card_last4 is null))
);

-- One account's current subscription, updated in place from the provider's state.
create table subscription (
  account_id uuid primary key references account (id),
  stripe_subscription_id text not null unique,
  status text not null,
  tier text not null,
  -- What a paid month costs and gives, for as long as the subscription runs (D181).
  plan_name text not null,
  plan_cents integer not null check (plan_cents > 0),
  plan_minutes integer not null check (plan_minutes >= 0),
  renews_at timestamptz,
  cancel_at_period_end boolean not null default false,
  past_due_since timestamptz,
  updated_at timestamptz not null,
  -- Real time at which the stored read at the provider ended: only a read that began after it is certainly newer.
  read_at timestamptz not null default '-infinity'
);

-- Money owed after a lost dispute, apart from the balance, which never goes below 0 (D44).
create table debt (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account (id),
  user_id uuid not null references users (id),
  stripe_dispute_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  status text not null default 'open' check (status in ('open', 'paid', 'forgiven', 'withdrawn')),
  stripe_payment_intent_id text unique,
  paid_with text,
  receipt_number bigint unique,
  closed_by uuid references users (id),
  reason text,
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((status = 'open') = (closed_at is null))
);
create index debt_open on debt (account_id) where status = 'open';
-- A dispute that was won and is lost again raises a new debt.
create unique index debt_one_standing on debt (stripe_dispute_id) where status <> 'withdrawn';

-- One opened payment, from the click to its end; the provider's idempotency keys are made from its id. What it costs
-- and gives is stored with it, so that a changed price list changes only new offers (D181).
create table checkout (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account (id),
  user_id uuid not null references users (id),
  kind text not null check (kind in ('combined', 'subscription', 'credits', 'auto', 'renewal', 'debt', 'seats')),
  tier text not null,
  amount_cents integer not null check (amount_cents > 0),
  currency text not null default 'usd',
  -- The package that it sells.
  package_name text,
  package_cents integer check (package_cents > 0),
  package_minutes integer check (package_minutes > 0),
  -- The bonus of a first package (D40), credited under a key of its own.
  bonus_minutes integer not null default 0 check (bonus_minutes >= 0),
  -- The month that it sells.
  plan_tier text,
  plan_name text,
  plan_cents integer check (plan_cents > 0),
  plan_minutes integer check (plan_minutes >= 0),
  debt_id uuid references debt (id),
  status text not null default 'open' check (status in ('open', 'paid', 'replaced', 'declined')),
  decline_code text,
  card_fingerprint text,
  -- The bank requires the person to confirm this automatic charge (D47).
  needs_confirmation boolean not null default false,
  stripe_payment_intent_id text unique,
  stripe_subscription_id text unique,
  stripe_invoice_id text unique,
  created_at timestamptz not null,
  paid_at timestamptz,
  check ((kind in ('combined', 'credits', 'auto')) = (package_minutes is not null)),
  check ((kind in ('combined', 'subscription', 'renewal')) = (plan_minutes is not null)),
  check ((package_name is null) = (package_minutes is null) and (package_cents is null) = (package_minutes is null)),
  check ((plan_tier is null) = (plan_minutes is null) and (plan_name is null) = (plan_minutes is null)
    and (plan_cents is null) = (plan_minutes is null))
);
create index checkout_open on checkout (created_at) where status = 'open';
-- A first package, or platform access alone: two never exist side by side (D34).
create unique index checkout_one_open_start on checkout (account_id)
  where kind in ('combined', 'subscription') and status = 'open';
create unique index checkout_one_open_auto on checkout (account_id) where kind = 'auto' and status = 'open';
create unique index checkout_one_open_debt on checkout (debt_id) where kind = 'debt' and status = 'open';
create index checkout_auto_by_account on checkout (account_id, created_at) where kind = 'auto';

-- One package of minutes that was paid.
create table credit_purchase (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account (id),
  user_id uuid not null references users (id),
  tier text not null,
  -- What the receipt says was bought.
  item text not null,
  amount_cents integer not null check (amount_cents > 0),
  credits_added_ms bigint not null check (credits_added_ms > 0),
  -- What was really given: of several packages offered as the first one, only one was (D40).
  bonus_ms bigint not null default 0 check (bonus_ms >= 0),
  bonus_agents integer not null default 0,
  automatic boolean not null default false,
  -- As receipts print it, such as "Visa ending in 4242".
  paid_with text,
  receipt_number bigint not null unique default nextval('receipt_number'),
  stripe_payment_intent_id text not null unique,
  created_at timestamptz not null
);
create index credit_purchase_by_account on credit_purchase (account_id, created_at desc);
-- The comparison with the provider reads only the last days.
create index credit_purchase_by_time on credit_purchase (created_at);

-- One paid month, or added seats, which are paid without an invoice of the provider and give no minutes.
create table subscription_payment (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account (id),
  user_id uuid not null references users (id),
  -- The plan to which it belongs: a person's access, or an organization's package.
  tier text not null default 'starter',
  -- What the receipt says was bought.
  item text not null,
  amount_cents integer not null check (amount_cents > 0),
  credits_added_ms bigint not null,
  paid_with text,
  receipt_number bigint not null unique default nextval('receipt_number'),
  stripe_invoice_id text unique,
  stripe_payment_intent_id text,
  period_ends_at timestamptz not null,
  created_at timestamptz not null,
  check ((stripe_invoice_id is null) = (tier = 'seats')),
  check (tier <> 'seats' or credits_added_ms = 0)
);
create index subscription_payment_by_account on subscription_payment (account_id, created_at desc);
create index subscription_payment_by_intent on subscription_payment (stripe_payment_intent_id);
create index subscription_payment_by_time on subscription_payment (created_at);
