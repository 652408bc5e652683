-- Every payment once, with what the list of payments filters and sorts by, so that it stays fast with any number of
-- them. Triggers keep it (../payments/payments-listed.sql), also for the previous release, and the audit compares it.
create table listed_payment (
  -- Of the checkout, the order, or the month that the provider charged by itself.
  id uuid primary key,
  -- Null for an order that was never paid.
  account_id uuid references account (id),
  kind text not null,
  state text not null,
  amount_cents integer not null,
  stripe_payment_intent_id text,
  stripe_invoice_id text,
  created_at timestamptz not null
);
-- Each order of the list, with what its filters ask for, so that a page and the number of matches come from an index.
create index listed_payment_by_time on listed_payment (created_at, id) include (kind, state, account_id);
create index listed_payment_by_amount on listed_payment (amount_cents, created_at, id) include (kind, state);
create index listed_payment_by_account on listed_payment (account_id, created_at, id) include (kind, state);
create index listed_payment_by_state on listed_payment (state, created_at, id) include (kind) where state <> 'paid';
create index listed_payment_by_payment on listed_payment (stripe_payment_intent_id);
create index listed_payment_by_invoice on listed_payment (stripe_invoice_id);
