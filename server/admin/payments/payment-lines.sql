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
-- the provider charged without anybody opening them. Its state is also that of its refunds and disputes.
create or replace view payment_line as
select line.*, case when status <> 'paid' then status
    when gone.is_disputed then 'disputed'
    when gone.is_dispute_lost then 'dispute_lost'
    when gone.refunded_cents >= amount_cents then 'refunded'
    when gone.refunded_cents > 0 then 'partly_refunded' else 'paid' end as state,
  coalesce(gone.refunded_cents, 0)::integer as refunded_cents
from (
  select checkout.id, checkout.account_id, checkout.user_id, checkout.kind,
    case checkout.status when 'replaced' then 'ended' else checkout.status end as status,
    checkout.amount_cents, checkout.decline_code, checkout.stripe_payment_intent_id, checkout.stripe_invoice_id,
    checkout.created_at, checkout.package_name, checkout.package_minutes, checkout.plan_name,
    null::text as order_name, null::text as order_email
  from checkout
  union all
  select registration.id, account.id, null, 'order',
    case registration.status when 'awaiting_payment' then 'open' when 'expired' then 'ended'
      else registration.status end,
    registration.payment_amount_cents + registration.monthly_total_cents, null,
    registration.stripe_payment_intent_id, registration.stripe_invoice_id, registration.created_at,
    registration.package_name, registration.package_minutes, null, registration.organization_name,
    registration.contact_email
  from business_registration as registration
  left join account on account.organization_id = registration.organization_id
  where registration.stripe_payment_intent_id is not null
  union all
  select month.id, month.account_id, month.user_id, 'renewal', 'paid', month.amount_cents, null,
    month.stripe_payment_intent_id, month.stripe_invoice_id, month.created_at, null, null, month.item, null, null
  from renewal_line as month
) as line
left join lateral (
  select bool_or(kind = 'dispute' and money_back.status = 'open') as is_disputed,
    bool_or(kind = 'dispute' and money_back.status = 'lost') as is_dispute_lost,
    sum(money_back.amount_cents) filter (where kind = 'refund' and money_back.status in ('pending', 'succeeded'))
      as refunded_cents
  from money_back where money_back.stripe_payment_intent_id = line.stripe_payment_intent_id
) as gone on true;
