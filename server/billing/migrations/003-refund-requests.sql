-- One refund that is large enough to need a second person; it is made when another person approves it.
create table refund_request (
  id uuid primary key default uuidv7(),
  -- The payment: its row in the transaction history, and its id at Stripe.
  transaction_id uuid not null,
  stripe_payment_intent_id text not null,
  account_id uuid not null references account (id),
  amount_cents integer not null check (amount_cents > 0),
  reason text not null check (length(reason) between 1 and 500),
  -- The key of the form that requested it, and later of the refund itself.
  request_key uuid not null unique,
  requested_by uuid not null references users (id),
  requested_at timestamptz not null,
  expires_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'approved', 'declined', 'withdrawn', 'expired')),
  -- Null while it waits, and for one that expired.
  decided_by uuid references users (id),
  decided_at timestamptz,
  -- The refund that the approval made.
  money_back_id uuid unique references money_back (id),
  constraint undecided_while_waiting check ((state = 'waiting') = (decided_at is null)),
  constraint two_people_approve check (state <> 'approved' or decided_by <> requested_by),
  constraint approved_makes_a_refund check ((state = 'approved') = (money_back_id is not null)),
  constraint only_the_requester_withdraws check (state <> 'withdrawn' or decided_by = requested_by)
);
create unique index refund_request_waiting on refund_request (transaction_id) where state = 'waiting';
create index refund_request_by_time on refund_request (requested_at desc, id desc);
