-- What must hold for payments at any moment, as ledger/invariants.sql says it for minutes.

-- I5: each purchase gave exactly its minutes, once.
create or replace view broken_purchase as
select credit_purchase.id from credit_purchase
left join lot on lot.account_id = credit_purchase.account_id
  and lot.source_ref = 'package:' || credit_purchase.stripe_payment_intent_id
where lot.id is null or lot.granted_ms <> credit_purchase.credits_added_ms;
comment on view broken_purchase is 'credit_purchase: each package gave exactly its minutes, once';

-- Each paid month gave exactly its minutes, once.
create or replace view broken_month as
select subscription_payment.id from subscription_payment
left join lot on lot.account_id = subscription_payment.account_id
  and lot.source_ref = 'month:' || subscription_payment.stripe_invoice_id
where stripe_invoice_id is not null and (lot.id is null or lot.granted_ms <> subscription_payment.credits_added_ms);
comment on view broken_month is 'subscription_payment: each paid month gave exactly its minutes, once';

-- No payment returns more than it brought in.
create or replace view broken_refund as
select stripe_payment_intent_id, sum(amount_cents) as refunded_cents from money_back
where kind = 'refund' and status in ('pending', 'succeeded')
group by stripe_payment_intent_id
having sum(amount_cents) > (
  select coalesce(sum(amount_cents), 0) from (
    select amount_cents from credit_purchase where stripe_payment_intent_id = money_back.stripe_payment_intent_id
    union all
    select amount_cents from subscription_payment where stripe_payment_intent_id = money_back.stripe_payment_intent_id
    union all
    select amount_cents from debt where stripe_payment_intent_id = money_back.stripe_payment_intent_id) as paid);
comment on view broken_refund is 'money_back: no payment gives back more than came in';

-- Nobody owes for a dispute that was won.
create or replace view broken_debt as
select debt.id from debt
where status in ('open', 'paid')
  and exists (select from money_back where stripe_id = debt.stripe_dispute_id and status = 'won');
comment on view broken_debt is 'debt: nobody owes for a dispute that was won';

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

-- D181: the parts of an offer add up to its amount, and what was booked is what was agreed.
create or replace view broken_offer as
select checkout.id, checkout.amount_cents, package_cents, plan_cents from checkout
where kind in ('combined', 'subscription', 'credits', 'auto') and (
  amount_cents <> coalesce(package_cents, 0) + coalesce(plan_cents, 0)
  or exists (select from credit_purchase as booked
    where booked.stripe_payment_intent_id = checkout.stripe_payment_intent_id
      and (booked.amount_cents <> package_cents or booked.credits_added_ms <> package_minutes * 60000))
  or exists (select from subscription_payment as booked
    where booked.stripe_payment_intent_id = checkout.stripe_payment_intent_id
      and (booked.amount_cents <> plan_cents or booked.credits_added_ms <> plan_minutes * 60000)));
comment on view broken_offer is 'checkout: what was booked is what was agreed when it was opened';

-- D40: a bonus is as agreed, once for each account, on a purchase of that account.
create or replace view broken_bonus as
select lot.id as lot_id, purchase.id as purchase_id, purchase.bonus_ms, lot.granted_ms
from (select * from credit_purchase where bonus_ms > 0) as purchase
full join (select * from lot where source_ref like 'bonus:%') as lot
  on lot.account_id = purchase.account_id and lot.source_ref = 'bonus:' || purchase.stripe_payment_intent_id
left join checkout on checkout.stripe_payment_intent_id = purchase.stripe_payment_intent_id
where lot.id is null or purchase.id is null or lot.granted_ms <> purchase.bonus_ms
  or purchase.bonus_ms <> checkout.bonus_minutes * 60000;
comment on view broken_bonus is 'credit_purchase: a first-package bonus gave exactly what was agreed, once';

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

-- An amount above the price of one type counts for the other (refunds/shares.ts).
create or replace view broken_money_back as
select lot.id, lot.source_ref, lot.refund_ms, wanted.refund_ms as wanted_refund_ms, lot.dispute, wanted.dispute as wanted_dispute
from lot
left join lot as sibling on sibling.stripe_payment_intent_id = lot.stripe_payment_intent_id
  and (sibling.source_ref like 'month:%') <> (lot.source_ref like 'month:%') and sibling.source_ref not like 'bonus:%'
-- A bonus goes back at the price of its package.
cross join lateral (
  select coalesce((select bought.price_cents from lot as bought where bought.account_id = lot.account_id
    and lot.source_ref like 'bonus:%' and bought.source_ref = 'package:' || substr(lot.source_ref, 7)),
    lot.price_cents) as price_cents
) as sold
cross join lateral (
  select
    coalesce(sum(amount_cents) filter (where is_back and (type = 'subscription') = (lot.source_ref like 'month:%')), 0) as own_cents,
    coalesce(sum(amount_cents) filter (where is_back and (type = 'subscription') <> (lot.source_ref like 'month:%')), 0) as other_cents,
    case when bool_or(is_lost) then 'lost' when bool_or(is_open) then 'open' end as dispute
  from money_back
  cross join lateral (select kind = 'refund' and status in ('pending', 'succeeded') as is_back,
    kind = 'dispute' and status = 'lost' as is_lost, kind = 'dispute' and status = 'open' as is_open) as state
  where stripe_payment_intent_id = lot.stripe_payment_intent_id
) as back
cross join lateral (
  select back.dispute, lot.granted_ms * least(sold.price_cents,
    own_cents + greatest(other_cents - coalesce(sibling.price_cents, other_cents), 0)) / greatest(sold.price_cents, 1) as refund_ms
) as wanted
where lot.stripe_payment_intent_id is not null
  and (lot.refund_ms <> floor(wanted.refund_ms) or lot.dispute is distinct from wanted.dispute);
comment on view broken_money_back is 'money_back: lots are claimed as the refunds and disputes of their payment add up';

create or replace view broken_receipt as
select receipt_number, count(*) as rows from (
  select receipt_number from credit_purchase
  union all
  select receipt_number from subscription_payment
  union all
  select receipt_number from money_back
  union all
  select receipt_number from debt where stripe_payment_intent_id is not null
) as numbered
group by receipt_number
having count(*) > 1 or receipt_number is null or receipt_number > (select last_value from receipt_number);
comment on view broken_receipt is 'receipt: every receipt has a number of its own from the sequence';

create or replace view broken_referral as
select referral.id, referral.reward_amount, lot.granted_ms
from (select * from referral where reward_amount > 0) as referral
full join (select * from lot where source_ref like 'referral:%') as lot on lot.source_ref = 'referral:' || referral.id
left join account on account.id = lot.account_id
where lot.id is null or referral.id is null or account.user_id <> referral.referrer_id
  or lot.granted_ms <> referral.reward_amount * 60000;
comment on view broken_referral is 'referral: each reward gave exactly its minutes, once, to who invited';
