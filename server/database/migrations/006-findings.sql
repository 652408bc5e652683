-- What the comparison with the payment provider found and nobody has settled yet (D37).
create table finding (
  kind text not null check (kind in ('paid_not_credited', 'credited_not_paid')),
  -- Payment at Stripe, or invoice where a month was booked without one.
  object_id text not null,
  account_id uuid references account (id),
  details text not null,
  found_at timestamptz not null,
  seen_at timestamptz not null,
  -- When a later comparison no longer found it.
  closed_at timestamptz,
  -- Why a person takes it as it is; typed in by whoever runs the platform (docs/OPERATIONS.md).
  accepted text,
  primary key (kind, object_id)
);
create index finding_open on finding (found_at) where closed_at is null;

-- The comparison looks at the last days alone.
create index credit_purchase_by_time on credit_purchase (created_at);
create index subscription_payment_by_time on subscription_payment (created_at);
