-- What people ask about and Stripe alone knew: cards that were declined, and who ended or resumed a subscription.

-- One try to pay that failed, as Stripe's event reported it.
create table payment_decline (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account (id),
  -- The refused charge; where the person did not confirm the payment no charge was made, and this is the event.
  stripe_id text not null unique,
  stripe_payment_intent_id text not null,
  amount_cents integer not null check (amount_cents > 0),
  -- Stripe's word for the reason, such as insufficient_funds.
  code text not null,
  card_brand text,
  card_last4 text,
  declined_at timestamptz not null,
  check ((card_brand is null) = (card_last4 is null))
);
create index payment_decline_by_account on payment_decline (account_id, declined_at desc);
create index payment_decline_by_payment on payment_decline (stripe_payment_intent_id);
create index payment_decline_by_card on payment_decline (card_last4) where card_last4 is not null;

-- One change of whether a subscription goes on.
create table subscription_event (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account (id),
  -- canceled: it ends with its paid month; resumed: it renews after all; ended: it is over.
  kind text not null check (kind in ('canceled', 'resumed', 'ended')),
  -- Null for what nobody did here, such as an end at Stripe or with the paid month.
  by_user_id uuid references users (id),
  -- The end of the paid month; null for one that is over.
  month_ends_at timestamptz,
  at timestamptz not null,
  check ((kind = 'ended') = (month_ends_at is null))
);
create index subscription_event_by_account on subscription_event (account_id, at desc);
