-- What a checkout and a subscription cost and give is stored with them, so that a changed price list changes new offers
-- only (D181). What is there already was sold by the one list that there has been.

create temporary table sold (tier text primary key, name text not null, minutes integer not null) on commit drop;
insert into sold values ('launch', 'Launch', 60), ('uplift', 'Uplift', 120), ('navigate', 'Navigate', 240),
  ('ascend', 'Ascend', 600), ('pool_starter', 'Starter', 500), ('pool_growth', 'Growth', 1000),
  ('pool_scale', 'Scale', 2000), ('pool_expansion', 'Expansion', 3000), ('pool_enterprise', 'Enterprise', 5000);

-- What a receipt says was bought.
alter table credit_purchase add column item text;
update credit_purchase set item = coalesce((select name from sold where sold.tier = credit_purchase.tier), credit_purchase.tier)
  || ' package, ' || credits_added_ms / 60000 || ' minutes';
alter table credit_purchase alter column item set not null;
alter table subscription_payment add column item text;
update subscription_payment set item = case tier
  when 'seats' then 'Added seats' when 'business' then 'Organization package' else 'Starter Monthly' end;
alter table subscription_payment alter column item set not null;

-- What a paid month costs and gives, for as long as the subscription runs.
alter table subscription
  add column plan_name text,
  add column plan_cents integer check (plan_cents > 0),
  add column plan_minutes integer check (plan_minutes >= 0);
update subscription set plan_name = 'Starter Monthly', plan_cents = 297, plan_minutes = 30;
update subscription set plan_cents = month.amount_cents, plan_minutes = month.credits_added_ms / 60000
from (
  select distinct on (account_id) account_id, amount_cents, credits_added_ms from subscription_payment
  where tier = 'starter' order by account_id, created_at desc, id desc
) as month
where month.account_id = subscription.account_id and subscription.tier <> 'business';
update subscription set tier = 'business', plan_name = 'Organization package', plan_cents = ordered.monthly_total_cents,
  plan_minutes = sold.minutes
from account join business_registration as ordered on ordered.organization_id = account.organization_id
join sold on sold.tier = 'pool_' || ordered.minute_package
where account.id = subscription.account_id;
alter table subscription
  alter column plan_name set not null,
  alter column plan_cents set not null,
  alter column plan_minutes set not null;

-- The package and the month that a checkout sells.
alter table checkout
  add column package_name text,
  add column package_cents integer check (package_cents > 0),
  add column package_minutes integer check (package_minutes > 0),
  add column plan_tier text,
  add column plan_name text,
  add column plan_cents integer check (plan_cents > 0),
  add column plan_minutes integer check (plan_minutes >= 0);
update checkout set plan_tier = subscription.tier, plan_name = subscription.plan_name,
  plan_cents = checkout.amount_cents, plan_minutes = subscription.plan_minutes
from subscription
where subscription.account_id = checkout.account_id and checkout.kind in ('subscription', 'renewal');
update checkout set plan_tier = 'starter', plan_name = 'Starter Monthly', plan_minutes = 30,
  plan_cents = case kind when 'combined' then 297 else amount_cents end
where kind in ('combined', 'subscription', 'renewal') and plan_tier is null;
update checkout set package_name = sold.name, package_minutes = sold.minutes,
  package_cents = amount_cents - coalesce(plan_cents, 0)
from sold where sold.tier = checkout.tier and kind in ('combined', 'credits', 'auto');
alter table checkout
  add check ((kind in ('combined', 'credits', 'auto')) = (package_minutes is not null)),
  add check ((kind in ('combined', 'subscription', 'renewal')) = (plan_minutes is not null)),
  add check ((package_name is null) = (package_minutes is null) and (package_cents is null) = (package_minutes is null)),
  add check ((plan_tier is null) = (plan_minutes is null) and (plan_name is null) = (plan_minutes is null)
    and (plan_cents is null) = (plan_minutes is null));
