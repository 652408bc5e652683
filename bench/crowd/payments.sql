-- As many payments as crowd.payments says, of every kind and state: half of them are months that the provider charged
-- by itself. Cards repeat, as those of real people do. The provider knows none of them, so they are older than what the
-- hourly comparison looks at. Triggers rest meanwhile, because row by row they take minutes.
set local session_replication_role = replica;

create temp table crowd_payer on commit drop as
select account.id as account_id, coalesce(account.user_id, place.user_id) as user_id,
  account.organization_id is not null as is_pool, account.created_at,
  (row_number() over (order by account.id) - 1)::integer as n,
  'Visa ending in ' || lpad((abs(hashtext(account.id::text)) % 10000)::text, 4, '0') as card
from account
left join lateral (
  select user_id from organization_user where organization_id = account.organization_id order by joined_at limit 1
) as place on account.user_id is null
where coalesce(account.user_id, place.user_id) is not null;

create temp table crowd_payment on commit drop as
select drawn.n, uuidv7() as id, uuidv7() as receipt_id, account_id, user_id, card,
  -- Debts are made below, orders have a table of their own.
  case when drawn.n % 2 = 0 then 'renewal by itself' else
    (case when is_pool then '{auto,auto,seats,renewal,credits}'
      else '{credits,credits,auto,combined,subscription,renewal}' end::text[])[1 + drawn.n / 2 % (case when is_pool then 5 else 6 end)]
    end as kind,
  case when drawn.n % 2 = 0 or chance < 0.86 then 'paid' when chance < 0.93 then 'open' when chance < 0.98 then 'replaced'
    else 'declined' end as status,
  (array[297, 1500, 2500, 4500, 9500])[1 + floor(random() * 5)] as cents, random() as fate,
  payer.created_at + (now() - interval '5 days' - payer.created_at) * random() as at
from (select n, random() as chance from generate_series(1, current_setting('crowd.payments')::integer) as n) as drawn
join crowd_payer as payer on payer.n = drawn.n * 7919 % (select count(*) from crowd_payer);

-- One start and one automatic purchase may be open in an account.
update crowd_payment set status = 'paid' where status = 'open' and kind in ('combined', 'subscription', 'auto');

insert into checkout (id, account_id, user_id, kind, tier, amount_cents, package_name, package_cents, package_minutes,
  plan_tier, plan_name, plan_cents, plan_minutes, status, decline_code, stripe_payment_intent_id, stripe_invoice_id,
  created_at, paid_at)
select id, account_id, user_id, kind, case when has_package then 'growth' else 'starter' end, cents,
  case when has_package then 'Growth' end, case when has_package then cents end, case when has_package then 120 end,
  case when has_plan then 'starter' end, case when has_plan then 'Platform access' end, case when has_plan then cents end,
  case when has_plan then 30 end, status, case when status = 'declined' then 'insufficient_funds' end, 'pi_crowd' || n,
  case when has_plan then 'in_crowd' || n end, at, case when status = 'paid' then at end
from (
  select *, kind in ('combined', 'credits', 'auto') as has_package,
    kind in ('combined', 'subscription', 'renewal') as has_plan
  from crowd_payment where kind <> 'renewal by itself'
) as opened;

insert into credit_purchase (id, account_id, user_id, tier, item, amount_cents, credits_added_ms, automatic, paid_with,
  stripe_payment_intent_id, created_at)
select receipt_id, account_id, user_id, 'growth', 'Growth package, 120 minutes', cents, 7200000, kind = 'auto', card,
  'pi_crowd' || n, at
from crowd_payment where status = 'paid' and kind in ('combined', 'credits', 'auto') order by at;

insert into subscription_payment (id, account_id, user_id, tier, item, amount_cents, credits_added_ms, paid_with,
  stripe_invoice_id, stripe_payment_intent_id, period_ends_at, created_at)
select receipt_id, account_id, user_id, case kind when 'seats' then 'seats' else 'starter' end,
  case kind when 'seats' then 'Added seats' else 'Platform access' end, cents,
  case kind when 'seats' then 0 else 1800000 end, card, case when kind <> 'seats' then 'in_crowd' || n end,
  'pi_crowd' || n, at + interval '30 days', at
from crowd_payment where status = 'paid' and kind not in ('combined', 'credits', 'auto') order by at;

-- One payment in fifty went back, in full or in part; one in 200 was disputed.
insert into money_back (stripe_id, kind, type, account_id, user_id, tier, stripe_payment_intent_id, amount_cents,
  status, reason, created_at, updated_at)
select 're_crowd' || n, 'refund', 'credits', account_id, user_id, 'growth', 'pi_crowd' || n,
  case when fate < 0.013 then cents else cents / 2 end, 'succeeded', 'Requested by the customer', at, at
from crowd_payment where status = 'paid' and fate < 0.02
union all
select 'dp_crowd' || n, 'dispute', 'credits', account_id, user_id, 'growth', 'pi_crowd' || n, cents,
  case when fate < 0.9965 then 'open' when fate < 0.998 then 'lost' else 'won' end, 'fraudulent', at, at
from crowd_payment where status = 'paid' and fate >= 0.995;
insert into dispute (stripe_dispute_id, stripe_payment_intent_id, account_id, amount_cents, status, reason, due_at,
  created_at, updated_at)
select stripe_id, stripe_payment_intent_id, account_id, amount_cents,
  case status when 'open' then 'needs_response' else status end, 'fraudulent', created_at + interval '9 days',
  created_at, created_at
from money_back where stripe_id like 'dp_crowd%';
insert into debt (account_id, user_id, stripe_dispute_id, amount_cents, created_at)
select account_id, user_id, stripe_id, amount_cents, created_at from money_back
where stripe_id like 'dp_crowd%' and status = 'lost';

-- What two people do about large refunds, and what the comparison with the provider found.
insert into refund_request (transaction_id, stripe_payment_intent_id, account_id, amount_cents, reason, request_key,
  requested_by, requested_at, expires_at, state, decided_at)
select receipt_id, 'pi_crowd' || n, account_id, cents, 'Requested by the customer', uuidv7(), user_id, at,
  at + interval '7 days', 'expired', at + interval '7 days'
from crowd_payment where status = 'paid' and fate between 0.1 and 0.105;
insert into finding (kind, object_id, account_id, details, found_at, seen_at, closed_at)
select 'paid_not_credited', 'pi_crowd' || n, account_id, 'Paid and not booked', at, at, at + interval '1 hour'
from crowd_payment where status = 'paid' and fate between 0.2 and 0.205;

-- The first payment of each tenth organization.
insert into business_registration (form, status, organization_name, contact_name, contact_email, industry, company_size,
  terms_version, terms_accepted_at, user_count, user_access_tier, agent_type, number_of_agents, minute_package, agent_name, package_name,
  package_minutes, user_cents, agent_build_cents, user_access_cents, voice_minutes_cents, payment_amount_cents,
  monthly_total_cents, setup_hash, organization_id, admin_state, stripe_payment_intent_id, stripe_invoice_id, created_at, paid_at,
  updated_at, expires_at)
select 'main', 'paid', organization.name, 'Ana Fuchs', organization.contact_email, organization.industry, '11-50', '1',
  organization.created_at, 10, '5-24', 'none', 0, 'starter', 'No agent', 'Starter', 300, 270, 0, 2700, 9900, 0, 12600,
  organization.slug, organization.id, 'created', 'pi_order' || organization.id, 'in_order' || organization.id,
  organization.created_at, organization.created_at, organization.created_at, organization.created_at
from organization where slug like 'crowd-%' and id % 10 = 0;
insert into subscription_payment (account_id, user_id, tier, item, amount_cents, credits_added_ms, paid_with,
  stripe_invoice_id, stripe_payment_intent_id, period_ends_at, created_at)
select payer.account_id, payer.user_id, 'starter', 'Starter, 300 minutes', 12600, 18000000, card, stripe_invoice_id,
  stripe_payment_intent_id, registration.created_at + interval '30 days', registration.created_at
from business_registration as registration
join account on account.organization_id = registration.organization_id
join crowd_payer as payer on payer.account_id = account.id
where stripe_payment_intent_id like 'pi_order%';

select list_payments(array(select id from payment_line));
