-- The months that the provider charged without anybody opening a payment here.
create or replace view renewal_line as
select month.id, month.account_id, month.user_id, month.amount_cents, month.stripe_payment_intent_id,
  month.stripe_invoice_id, month.created_at, month.item
from subscription_payment as month
where month.stripe_invoice_id is not null
  and not exists (select from checkout where checkout.stripe_invoice_id = month.stripe_invoice_id)
  and not exists (select from business_registration as registration
    where registration.stripe_invoice_id = month.stripe_invoice_id);

-- Every payment, opened or made, one row each: checkouts, the first payments of organizations, and the renewals that
-- the provider charged without anybody opening them.
create or replace view payment_line as
select checkout.id, checkout.account_id, checkout.user_id, checkout.kind,
  case checkout.status when 'replaced' then 'ended' else checkout.status end as status,
  checkout.amount_cents, checkout.decline_code, checkout.stripe_payment_intent_id, checkout.stripe_invoice_id,
  checkout.created_at, checkout.package_name, checkout.package_minutes, checkout.plan_name,
  null::text as order_name, null::text as order_email
from checkout
union all
select registration.id, account.id, null, 'order',
  case registration.status when 'awaiting_payment' then 'open' when 'expired' then 'ended' else registration.status end,
  registration.payment_amount_cents + registration.monthly_total_cents, null, registration.stripe_payment_intent_id,
  registration.stripe_invoice_id, registration.created_at, registration.package_name, registration.package_minutes,
  null, registration.organization_name, registration.contact_email
from business_registration as registration
left join account on account.organization_id = registration.organization_id
where registration.stripe_payment_intent_id is not null
union all
select month.id, month.account_id, month.user_id, 'renewal', 'paid', month.amount_cents, null,
  month.stripe_payment_intent_id, month.stripe_invoice_id, month.created_at, null, null, month.item, null, null
from renewal_line as month;

-- The cents of a payment that were refunded; the provider has made these refunds.
create or replace function payment_refunded_cents(p_intent text) returns integer language sql stable as $$
  select coalesce(sum(amount_cents), 0)::integer from money_back
  where stripe_payment_intent_id = p_intent and kind = 'refund' and status in ('pending', 'succeeded')
$$;

-- What has become of a payment, also by its refunds and disputes.
create or replace function payment_state(p_status text, p_amount_cents integer, p_intent text)
returns text language sql stable as $$
  select case when p_status <> 'paid' then p_status
    when exists (select from money_back
      where stripe_payment_intent_id = p_intent and kind = 'dispute' and status = 'open') then 'disputed'
    when exists (select from money_back
      where stripe_payment_intent_id = p_intent and kind = 'dispute' and status = 'lost') then 'dispute_lost'
    when payment_refunded_cents(p_intent) >= p_amount_cents then 'refunded'
    when payment_refunded_cents(p_intent) > 0 then 'partly_refunded' else 'paid' end
$$;

-- The payments of receipts, refunds and disputes: by receipt number, card, our id or the provider's. What is null is
-- not looked for.
create or replace function payments_named(p_number bigint, p_card text, p_id uuid, p_stripe_id text)
returns table (payment_intent_id text, invoice_id text) language sql stable as $$
  select stripe_payment_intent_id, stripe_invoice_id from subscription_payment
  where receipt_number = p_number or right(paid_with, 4) = p_card or id = p_id
  union all
  select stripe_payment_intent_id, null from credit_purchase
  where receipt_number = p_number or right(paid_with, 4) = p_card or id = p_id
  union all
  select stripe_payment_intent_id, null from debt
  where receipt_number = p_number or right(paid_with, 4) = p_card or id = p_id
  union all
  select stripe_payment_intent_id, null from money_back
  where receipt_number = p_number or stripe_id = p_stripe_id or id = p_id
$$;

-- The accounts of people and organizations by name or address, and of a customer at the provider.
create or replace function payers_named(p_pattern text, p_stripe_id text)
returns table (account_id uuid) language sql stable as $$
  select account.id from account join users on users.id = account.user_id
  where users.first_name || ' ' || users.last_name ilike p_pattern or users.email ilike p_pattern
  union all
  select account.id from account join organization on organization.id = account.organization_id
  where organization.name ilike p_pattern or organization.contact_email ilike p_pattern
  union all
  select payer.account_id from payer where stripe_customer_id = p_stripe_id
$$;

-- The payments that a search means, each once. `offset 0` keeps each look-up apart, so that it goes by index.
create or replace function payments_searched(p_pattern text, p_number bigint, p_card text, p_amount_cents integer,
  p_id uuid, p_stripe_id text)
returns setof payment_line language sql stable as $$
  select * from payment_line where id = p_id
  union
  select * from payment_line where amount_cents = p_amount_cents
  union
  select * from payment_line where stripe_payment_intent_id = p_stripe_id
  union
  select * from payment_line where stripe_invoice_id = p_stripe_id
  union
  select line.* from payments_named(p_number, p_card, p_id, p_stripe_id) as named
  cross join lateral (
    select * from payment_line where stripe_payment_intent_id = named.payment_intent_id offset 0) as line
  union
  select line.* from payments_named(p_number, p_card, p_id, p_stripe_id) as named
  cross join lateral (select * from payment_line where stripe_invoice_id = named.invoice_id offset 0) as line
  union
  select line.* from payers_named(p_pattern, p_stripe_id) as payer
  cross join lateral (select * from payment_line where account_id = payer.account_id offset 0) as line
  union
  select * from payment_line where order_name ilike p_pattern or order_email ilike p_pattern
$$;

-- What one payment bought: its receipts, and the card as they print it.
create or replace function payment_receipts(p_intent text, p_invoice text)
returns table (items text[], receipt_numbers integer[], paid_with text) language sql stable as $$
  select coalesce(array_agg(item order by receipt_number) filter (where item is not null), '{}'),
    coalesce(array_agg(receipt_number::integer order by receipt_number), '{}'), max(paid_with)
  from (
    select item, receipt_number, paid_with from credit_purchase where stripe_payment_intent_id = p_intent
    union all
    select item, receipt_number, paid_with from subscription_payment where stripe_payment_intent_id = p_intent
    union all
    select item, receipt_number, paid_with from subscription_payment
    where stripe_invoice_id = p_invoice and stripe_payment_intent_id is null
    union all
    select null, receipt_number, paid_with from debt
    where stripe_payment_intent_id = p_intent and receipt_number is not null
  ) as part
$$;
