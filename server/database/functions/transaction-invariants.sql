-- What must hold for payments at any moment, as invariants.sql says it for minutes.

-- Everything that was booked under a payment.
create or replace view booked_payment as
select stripe_payment_intent_id, account_id, sum(amount_cents) as amount_cents
from receipt where kind in ('payment', 'automatic', 'debt') and stripe_payment_intent_id is not null
group by stripe_payment_intent_id, account_id;

create or replace view broken_checkout as
select checkout.id, checkout.amount_cents, booked.amount_cents as booked_cents
from checkout
left join booked_payment as booked on booked.account_id = checkout.account_id
  and booked.stripe_payment_intent_id = checkout.stripe_payment_intent_id
where checkout.status = 'paid' and booked.amount_cents is distinct from checkout.amount_cents;
comment on view broken_checkout is 'checkout: a paid checkout has booked exactly its amount';

create or replace view broken_open_checkout as
select checkout.id, checkout.status from checkout
where checkout.status <> 'paid' and stripe_payment_intent_id in (select stripe_payment_intent_id from booked_payment);
comment on view broken_open_checkout is 'checkout: what is not paid has booked nothing';

create or replace view broken_grant as
select lot.id, lot.source_ref from lot
where (source_ref like 'package:%' and not exists (select from credit_purchase
    where account_id = lot.account_id and stripe_payment_intent_id = substr(lot.source_ref, 9)))
  or (source_ref like 'month:%' and not exists (select from subscription_payment
    where account_id = lot.account_id and stripe_invoice_id = substr(lot.source_ref, 7)));
comment on view broken_grant is 'lot: minutes of a payment come from one that was booked';

create or replace view broken_receipt as
select receipt_number, count(*) as rows from (
  select receipt_number from credit_purchase
  union all
  select receipt_number from subscription_payment
  union all
  select receipt_number from reversal
  union all
  select receipt_number from debt where stripe_payment_intent_id is not null
) as numbered
group by receipt_number
having count(*) > 1 or receipt_number is null or receipt_number > (select last_value from receipt_number);
comment on view broken_receipt is 'receipt: every receipt has a number of its own from the sequence';

create or replace view broken_finding as
select kind, object_id, details from finding where closed_at is null and accepted is null;
comment on view broken_finding is 'finding: the payment provider and the books agree';
