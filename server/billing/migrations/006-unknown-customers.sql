-- A refund of a payment at Stripe whose customer is unknown here, such as after a restore. No account carries it.
create table unknown_customer_refund (
  id uuid primary key default uuidv7(),
  stripe_payment_intent_id text not null,
  stripe_customer_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (length(reason) between 1 and 500),
  requested_by uuid not null references users (id),
  -- The key of the form that requested it.
  request_key uuid not null unique,
  status text not null default 'requested' check (status in ('requested', 'made', 'refused')),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index unknown_customer_refund_by_customer on unknown_customer_refund (stripe_customer_id, created_at);
create index unknown_customer_refund_requested on unknown_customer_refund (id) where status = 'requested';

-- Such a refund may wait for a second person, too: its request has no account, and transaction_id is its finding.
alter table refund_request alter column account_id drop not null,
  add column unknown_customer_refund_id uuid unique references unknown_customer_refund (id),
  drop constraint approved_makes_a_refund,
  add constraint approved_makes_a_refund
    check ((state = 'approved') = (num_nonnulls(money_back_id, unknown_customer_refund_id) = 1));
