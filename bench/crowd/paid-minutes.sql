-- What a crowd pays for: months, packages and refunds with their minutes. Stripe knows nothing of it, so no server may
-- check its books.
-- Triggers rest meanwhile: inside one transaction their plans are those of empty tables, which take minutes.
set local session_replication_role = replica;
select setseed(0.31);

create temp table crowd_payer on commit drop as
select account.id as account_id, coalesce(account.user_id, organization.created_by) as user_id,
  account.organization_id, account.created_at as joined_at, random() as chance, account.last_seq
from account left join organization on organization.id = account.organization_id
where account.user_id in (select id from users where referral_code like 'CROWD%')
  or organization.slug like 'crowd-%';

-- One in five never pays, one in five stops after some months, and the others pay each month.
create temp table crowd_month on commit drop as
select account_id, user_id, organization_id, place, joined_at + place * interval '30 days' as at,
  'in_crowd_' || account_id || '_' || place as invoice
from crowd_payer
cross join lateral generate_series(0, case when chance < 0.2 then -1 when chance < 0.4 then (chance * 30)::integer
  else 30 end) as place
where joined_at + place * interval '30 days' < now() - interval '1 hour';

insert into business_registration (form, status, organization_name, contact_name, contact_email, industry, company_size,
  terms_version, terms_accepted_at, user_count, user_access_tier, agent_type, number_of_agents, minute_package,
  agent_build_cents, user_access_cents, voice_minutes_cents, payment_amount_cents, monthly_total_cents, agent_name,
  package_name, package_minutes, user_cents, setup_hash, stripe_invoice_id, created_at, updated_at, expires_at)
select 'main', 'expired', 'Crowd', 'Crowd', 'crowd@luna.test', 'other', '1-10', '1', at, 1, '1-4', 'single', 1,
  'starter', 99700, 280, 7000, 99700, 7280, 'One agent', 'Starter', 500, 280, '', invoice, at, at, at
from crowd_month where organization_id is not null and place = 0;

insert into subscription_payment (account_id, user_id, tier, item, amount_cents, credits_added_ms, paid_with,
  stripe_invoice_id, stripe_payment_intent_id, period_ends_at, created_at)
select account_id, user_id, case when organization_id is null then 'starter' else 'business' end, 'A month',
  case when organization_id is null then 999 when place = 0 then 106980 else 7280 end, 1800000, 'Visa ending in 4242',
  invoice, 'pi_' || invoice, at + interval '30 days', at
from crowd_month;

create temp table crowd_package on commit drop as
select account_id, user_id, joined_at + (now() - interval '1 hour' - joined_at) * random() as at,
  'pi_crowd_' || account_id || '_' || place as intent, random() < 0.3 as automatic
from crowd_payer cross join generate_series(1, 8) as place where chance * 8 > place;

insert into credit_purchase (account_id, user_id, tier, item, amount_cents, credits_added_ms, automatic, paid_with,
  stripe_payment_intent_id, created_at)
select account_id, user_id, 'uplift', 'A package', 4900, 6000000, automatic, 'Visa ending in 4242', intent, at
from crowd_package;

insert into money_back (stripe_id, kind, type, account_id, user_id, tier, stripe_payment_intent_id, amount_cents, status,
  created_at, updated_at)
select 're_' || intent, 'refund', 'credits', account_id, user_id, 'uplift', intent, 4900, 'succeeded',
  least(at + interval '3 days', now() - interval '1 hour'), least(at + interval '3 days', now() - interval '1 hour')
from crowd_package where automatic and random() < 0.1;

-- Minutes of the last 60 days are left; the others have lapsed.
create temp table crowd_lot on commit drop as
select *, at < now() - interval '60 days' and kind <> 'adjustment' as is_over
from (
  select account_id, user_id, 'monthly_grant' as kind, 'month:' || invoice as ref, 1800000 as ms,
    case when organization_id is null then 999 when place = 0 then 106980 else 7280 end as cents, at
  from crowd_month
  union all
  select account_id, user_id, 'purchase', 'purchase:' || intent, 6000000, 4900, at from crowd_package
  union all
  -- Enough to talk with today.
  select account_id, null, 'adjustment', 'adjustment:today:' || account_id, 360000000, 0, joined_at from crowd_payer
) as lot;

insert into lot (account_id, bucket, source_ref, granted_ms, remaining_ms, lapsed_ms, price_cents, created_at)
select account_id, 'purchased', ref, ms, case when is_over then 0 else ms end, case when is_over then ms else 0 end, cents,
  at
from crowd_lot order by at;

create temp table crowd_entry on commit drop as
select account_id, user_id, kind, ref, ms, at from crowd_lot
union all
select account_id, user_id, 'monthly_lapse', ref, -ms, at + interval '30 days' from crowd_lot where is_over;

-- In the order of time, as in life, which the index of entries needs.
insert into entry (account_id, seq, kind, ref, amount_ms, balance_before_ms, balance_after_ms, user_id, at)
select entry.account_id, account.last_seq + row_number() over line, kind, ref, ms,
  account.purchased_ms + sum(ms) over line - ms, account.purchased_ms + sum(ms) over line, entry.user_id, at
from crowd_entry as entry join account on account.id = entry.account_id
window line as (partition by entry.account_id order by at, ref, ms desc)
order by at;

update account set purchased_ms = purchased_ms + written.ms, last_seq = last_seq + written.entries
from (select account_id, sum(ms) as ms, count(*) as entries from crowd_entry group by 1) as written
where written.account_id = account.id;
