-- An automatic purchase buys what was agreed when it was switched on or its package was chosen (D181); null while off.
-- Those that run were agreed by the one list that there has been.

alter table auto_purchase
  add column package_name text,
  add column package_cents integer check (package_cents > 0),
  add column package_minutes integer check (package_minutes > 0);
update auto_purchase set package_name = sold.name, package_cents = sold.cents, package_minutes = sold.minutes
from (values ('launch', 'Launch', 1500, 60), ('uplift', 'Uplift', 2500, 120), ('navigate', 'Navigate', 4500, 240),
  ('ascend', 'Ascend', 9500, 600), ('pool_starter', 'Starter', 7000, 500), ('pool_growth', 'Growth', 13500, 1000),
  ('pool_scale', 'Scale', 26000, 2000), ('pool_expansion', 'Expansion', 37500, 3000),
  ('pool_enterprise', 'Enterprise', 60000, 5000)) as sold (tier, name, cents, minutes)
where sold.tier = auto_purchase.tier;
alter table auto_purchase
  add check (not enabled or package_cents is not null),
  add check ((package_name is null) = (package_cents is null) and (package_minutes is null) = (package_cents is null));
