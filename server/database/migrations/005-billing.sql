-- The whole life of a payment: who pays with what, automatic purchases, receipts, refunds, disputes and debts.

-- Who pays for an account at Stripe, and the card that is kept for charges without them.
create table payer (
  account_id uuid primary key references account (id),
  stripe_customer_id text unique,
  payment_method_id text,
  card_brand text,
  card_last4 text,
  card_exp_month integer,
  card_exp_year integer,
  card_fingerprint text,
  updated_at timestamptz not null,
  check ((payment_method_id is null) = (card_last4 is null))
);
insert into payer (account_id, stripe_customer_id, updated_at)
select account.id, users.stripe_customer_id, users.updated_at
from users join account on account.user_id = users.id where users.stripe_customer_id is not null;
alter table users drop column stripe_customer_id;

-- Wishes and state of automatic purchases (D45-D47); an attempt is a checkout of kind auto.
create table auto_purchase (
  account_id uuid primary key references account (id),
  enabled boolean not null default false,
  tier text not null,
  threshold_minutes integer not null default 9 check (threshold_minutes between 1 and 50),
  monthly_cap_cents integer not null check (monthly_cap_cents > 0),
  -- False from the crossing of the threshold until the balance is above it again.
  armed boolean not null default true,
  -- Declines in a row; the third switches it off.
  failures integer not null default 0,
  -- When a still low balance is tried again; null while nothing waits.
  retry_at timestamptz,
  -- A card that must not be charged again without being asked.
  blocked_fingerprint text,
  -- Month (YYYY-MM) whose reached cap has been reported.
  cap_reported_month text,
  -- What stands in the way, for the person: code of the last decline, or that the cap was reached.
  problem text,
  updated_at timestamptz not null
);
insert into auto_purchase (account_id, enabled, tier, threshold_minutes, monthly_cap_cents, updated_at)
select account.id, true, coalesce(users.auto_purchase_tier, 'uplift'), users.auto_purchase_threshold, 10000, users.updated_at
from users join account on account.user_id = users.id where users.auto_purchase_enabled;
alter table users drop column auto_purchase_enabled, drop column auto_purchase_tier, drop column auto_purchase_threshold;

-- Real time at which the stored read at the provider had ended: only a read that began after it is surely newer.
alter table subscription add column read_at timestamptz not null default '-infinity';

-- Money owed after a lost dispute: apart from the balance, which never goes below 0 (D44).
create table debt (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account (id),
  user_id uuid not null references users (id),
  stripe_dispute_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  status text not null default 'open' check (status in ('open', 'paid', 'forgiven', 'withdrawn')),
  stripe_payment_intent_id text unique,
  closed_by uuid references users (id),
  reason text,
  created_at timestamptz not null,
  closed_at timestamptz,
  check ((status = 'open') = (closed_at is null))
);
create index debt_open on debt (account_id) where status = 'open';
-- A dispute that was won and is lost again owes anew.
create unique index debt_one_standing on debt (stripe_dispute_id) where status <> 'withdrawn';

create sequence receipt_number;

alter table checkout drop constraint checkout_kind_check;
alter table checkout drop constraint checkout_status_check;
alter table checkout add check (kind in ('combined', 'subscription', 'credits', 'auto', 'renewal', 'debt'));
alter table checkout add check (status in ('open', 'paid', 'replaced', 'declined'));
alter table checkout
  add column debt_id uuid references debt (id),
  add column decline_code text,
  add column card_fingerprint text,
  -- The bank wants the person to confirm this automatic charge (D47).
  add column needs_confirmation boolean not null default false;
drop index checkout_one_open_combined;
-- A first package, or platform access alone: two never exist side by side (D34).
create unique index checkout_one_open_start on checkout (account_id)
  where kind in ('combined', 'subscription') and status = 'open';
create unique index checkout_one_open_auto on checkout (account_id) where kind = 'auto' and status = 'open';
create unique index checkout_one_open_debt on checkout (debt_id) where kind = 'debt' and status = 'open';
create index checkout_auto_by_account on checkout (account_id, created_at) where kind = 'auto';

alter table credit_purchase
  add column automatic boolean not null default false,
  -- As receipts print it, such as "Visa ending in 4242".
  add column paid_with text,
  add column receipt_number bigint not null unique default nextval('receipt_number');
alter table subscription_payment
  add column paid_with text,
  add column receipt_number bigint not null unique default nextval('receipt_number');
create index subscription_payment_by_intent on subscription_payment (stripe_payment_intent_id);
alter table debt add column paid_with text, add column receipt_number bigint unique;

-- Money that went back: one row per refund or dispute at Stripe and type of what had been paid (D43, D44).
create table reversal (
  id uuid primary key default uuidv7(),
  -- Null while a refund has been asked for and Stripe has not answered yet.
  stripe_id text,
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
create index reversal_by_account on reversal (account_id, created_at desc);
create index reversal_by_intent on reversal (stripe_payment_intent_id);
create index reversal_unsettled on reversal (created_at) where status in ('requested', 'pending', 'open');

-- Claims on a lot. What was talked is granted - remaining - frozen - taken - lapsed.
alter table lot
  add column stripe_payment_intent_id text,
  -- Out of reach while the payment is disputed.
  add column frozen_ms bigint not null default 0 check (frozen_ms >= 0),
  -- Taken back by refunds or a lost dispute.
  add column taken_ms bigint not null default 0 check (taken_ms >= 0),
  -- Left over when its month ended.
  add column lapsed_ms bigint not null default 0 check (lapsed_ms >= 0),
  -- How much the refunds of its payment claim.
  add column refund_ms bigint not null default 0 check (refund_ms >= 0),
  add column dispute text check (dispute in ('open', 'lost')),
  add check (remaining_ms + frozen_ms + taken_ms + lapsed_ms <= granted_ms);
update lot set stripe_payment_intent_id = substr(source_ref, 9) where source_ref like 'package:%';
update lot set stripe_payment_intent_id = subscription_payment.stripe_payment_intent_id
from subscription_payment where lot.source_ref = 'month:' || subscription_payment.stripe_invoice_id;
create index lot_by_payment on lot (stripe_payment_intent_id) where stripe_payment_intent_id is not null;

-- A lapse or a claim waits until conversations have released their time; the last settlement does it.
alter table account add column needs_sweep boolean not null default false;

alter table entry drop constraint entry_kind_check;
alter table entry drop constraint entry_check1;
alter table entry add check (
  (kind in ('usage', 'monthly_lapse', 'refund', 'freeze') and amount_ms <= 0)
  or (kind in ('purchase', 'monthly_grant', 'release') and amount_ms > 0));

drop function if exists ledger_grant(uuid, text, text, text, bigint, integer, timestamptz, uuid, text, timestamptz);
