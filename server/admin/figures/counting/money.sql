-- Money that came in and went back, one line per thing that was paid. A first month of an organization also pays for
-- services, such as the build of an agent, which are a line of their own.
create or replace view money_line as
select id, created_at as at, account_id, user_id, case when automatic then 'auto_package' else 'package' end as kind,
  item, amount_cents, receipt_number
from credit_purchase
union all
select payment.id, payment.created_at, payment.account_id, payment.user_id,
  case when payment.tier = 'seats' then 'seats' when account.organization_id is null then 'access' else 'plan' end,
  payment.item, payment.amount_cents - coalesce(ordered.payment_amount_cents, 0), payment.receipt_number
from subscription_payment as payment
join account on account.id = payment.account_id
left join business_registration as ordered on ordered.stripe_invoice_id = payment.stripe_invoice_id
union all
select payment.id, payment.created_at, payment.account_id, payment.user_id, 'services', payment.item,
  ordered.payment_amount_cents, payment.receipt_number
from subscription_payment as payment
join business_registration as ordered on ordered.stripe_invoice_id = payment.stripe_invoice_id
where ordered.payment_amount_cents > 0
union all
select id, closed_at, account_id, user_id, 'debt', null, amount_cents, receipt_number
from debt where receipt_number is not null
union all
-- On the day of the refund or dispute, as receipts say (D43).
select id, created_at, account_id, user_id, kind, reason, -amount_cents, receipt_number
from money_back
where (kind = 'refund' and status in ('pending', 'succeeded')) or (kind = 'dispute' and status = 'lost');

-- What was paid for the minutes of each lot. Minutes given as a present, a bonus or a correction cost nothing. The
-- invoice is cut from the key, so that the order is found by index.
create or replace view priced_lot as
select lot.id, lot.account_id, lot.bucket, lot.source_ref, lot.granted_ms, lot.remaining_ms, lot.created_at,
  lot.price_cents - coalesce(ordered.payment_amount_cents, 0) as paid_cents
from lot
left join business_registration as ordered
  on ordered.stripe_invoice_id = case when lot.source_ref like 'month:%' then substr(lot.source_ref, 7) end;

-- Lots that gave minutes: those given back for talk are no minutes of their own.
create or replace view given_lot as
select account_id, created_at, paid_cents, granted_ms from priced_lot where source_ref not like 'talk:%';

-- revenue, by the kind of line: lines, cents.
create or replace function money_figures(p_from timestamptz, p_to timestamptz)
returns table (figure text, day date, key text, numbers bigint[]) language sql stable as $$
  select 'revenue', (at at time zone 'UTC')::date, kind, array[count(*), sum(amount_cents)]
  from money_line where at >= p_from and at < p_to group by 2, 3
$$;

-- minutes, by the kind of entry: entries, milliseconds with their sign. Together they are the change of all balances.
create or replace function minute_figures(p_from timestamptz, p_to timestamptz)
returns table (figure text, day date, key text, numbers bigint[]) language sql stable as $$
  select 'minutes', (at at time zone 'UTC')::date, kind, array[count(*), sum(amount_ms)::bigint]
  from entry where at >= p_from and at < p_to group by 2, 3
$$;
