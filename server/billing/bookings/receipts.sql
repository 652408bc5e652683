-- Every payment and everything that went back, one row per receipt (D43).
-- Minutes that went back: refunds count in the order in which they were made, each in proportion to its amount, and a
-- lost dispute takes the rest. Together they never exceed what was taken from the payment's lot.
create or replace view receipt as
select id, account_id, user_id, 'credits' as type, case when automatic then 'automatic' else 'payment' end as kind, tier,
  amount_cents, credits_added_ms + bonus_ms as credits_added_ms, stripe_payment_intent_id, receipt_number, paid_with,
  null::timestamptz as period_ends_at, created_at, null as stripe_invoice_id, item
from credit_purchase
union all
select id, account_id, user_id, 'subscription', 'payment', tier, amount_cents, credits_added_ms,
  stripe_payment_intent_id, receipt_number, paid_with, period_ends_at, created_at,
  stripe_invoice_id, item
from subscription_payment
union all
select id, account_id, user_id, type, kind, tier, -amount_cents,
  -(least(clawed_back_ms, taken_ms) - least(clawed_back_before_ms, taken_ms))::bigint, stripe_payment_intent_id, receipt_number, null,
  null, created_at, null, case type
    when 'credits' then (select item from credit_purchase
      where credit_purchase.account_id = gone.account_id
        and credit_purchase.stripe_payment_intent_id = gone.stripe_payment_intent_id)
    else (select min(item) from subscription_payment
      where subscription_payment.account_id = gone.account_id
        and subscription_payment.stripe_payment_intent_id = gone.stripe_payment_intent_id) end
from (
  select money_back.*, coalesce(lot.taken_ms, 0) as taken_ms,
    coalesce(sum(clawback.ms) over earlier, 0) as clawed_back_before_ms,
    coalesce(sum(clawback.ms) over earlier, 0) + clawback.ms as clawed_back_ms
  from money_back
  -- A package and its bonus count as one here, at the price of the package.
  cross join lateral (
    select sum(lot.granted_ms)::bigint as granted_ms, sum(lot.taken_ms)::bigint as taken_ms,
      sum(lot.price_cents) as price_cents
    from lot where lot.account_id = money_back.account_id
      and lot.stripe_payment_intent_id = money_back.stripe_payment_intent_id
      and (lot.source_ref like 'month:%') = (money_back.type = 'subscription')
  ) as lot
  cross join lateral (
    select case when money_back.kind = 'refund' and lot.price_cents > 0
      then ceil(lot.granted_ms::numeric * money_back.amount_cents / lot.price_cents)::bigint
      else coalesce(lot.granted_ms, 0) end as ms
  ) as clawback
  where (money_back.kind = 'refund' and money_back.status in ('pending', 'succeeded'))
    or (money_back.kind = 'dispute' and money_back.status = 'lost')
  window earlier as (
    partition by money_back.account_id, money_back.stripe_payment_intent_id, money_back.type
    order by money_back.kind desc, money_back.created_at, money_back.id
    rows between unbounded preceding and 1 preceding)
) as gone
union all
select id, account_id, user_id, 'credits', 'debt', 'starter', amount_cents, 0, stripe_payment_intent_id, receipt_number,
  paid_with, null, closed_at, null, null
from debt where receipt_number is not null;
