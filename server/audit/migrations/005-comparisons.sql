-- Until when each comparison with an outside service has looked. A restored copy goes on from there.
create table comparison (
  name text primary key,
  until timestamptz not null
);

-- The customer at Stripe of a payment whose customer is unknown here; `kind` is then paid_not_credited. The address is
-- empty once the finding is closed or accepted.
alter table finding add column stripe_customer_id text, add column customer_email text;
