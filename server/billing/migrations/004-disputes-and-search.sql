-- Disputes with their deadlines, and what makes payments quick to find.

-- One dispute at Stripe as it was last read; what it takes back is in money_back (D44). Evidence stays at Stripe.
create table dispute (
  id uuid primary key default uuidv7(),
  stripe_dispute_id text not null unique,
  stripe_payment_intent_id text not null,
  account_id uuid not null references account (id),
  amount_cents integer not null,
  -- Stripe's own words, such as needs_response and fraudulent.
  status text not null,
  reason text not null,
  -- By when evidence must be submitted; null when none is expected, or before it was first read.
  due_at timestamptz,
  has_evidence boolean not null default false,
  submissions integer not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Real time at which the read at the provider began: an older read never overwrites a newer one.
  read_at timestamptz not null default '-infinity'
);
create index dispute_by_payment on dispute (stripe_payment_intent_id);
create index dispute_by_account on dispute (account_id);
-- Known from before, with our words for their states; open ones are read again within the hour.
insert into dispute (stripe_dispute_id, stripe_payment_intent_id, account_id, amount_cents, status, reason, created_at,
  updated_at)
select stripe_id, min(stripe_payment_intent_id), (array_agg(account_id))[1], sum(amount_cents),
  case min(status) when 'open' then 'needs_response' else min(status) end, coalesce(min(reason), 'general'),
  min(created_at), max(updated_at)
from money_back where kind = 'dispute' and stripe_id is not null and status in ('open', 'won', 'lost')
group by stripe_id;

-- The last four digits of the card, as receipts print it.
create index credit_purchase_by_card on credit_purchase (right(paid_with, 4));
create index subscription_payment_by_card on subscription_payment (right(paid_with, 4));
create index debt_by_card on debt (right(paid_with, 4)) where paid_with is not null;
create index checkout_by_account on checkout (account_id);
create index checkout_by_time on checkout (created_at);
