-- What an order of an organization is made of, and what a seat was last agreed at, are stored with them (D181). What is
-- there already was sold by the one list that there has been.

alter table business_registration
  add column agent_name text,
  add column package_name text,
  add column package_minutes integer check (package_minutes > 0),
  -- One seat a month.
  add column user_cents integer check (user_cents > 0);
update business_registration set
  agent_name = case agent_type
    when 'single' then 'Single agent' when 'advanced' then 'Advanced agent' else 'No agent build' end,
  package_name = initcap(minute_package),
  package_minutes = case minute_package
    when 'starter' then 500 when 'growth' then 1000 when 'scale' then 2000 when 'expansion' then 3000 else 5000 end,
  user_cents = user_access_cents / user_count;
alter table business_registration
  alter column agent_name set not null,
  alter column package_name set not null,
  alter column package_minutes set not null,
  alter column user_cents set not null,
  add check (user_access_cents = user_cents * user_count);

alter table seat_change add column user_cents integer check (user_cents > 0);
update seat_change set user_cents = case
  when to_users < 25 then 280 when to_users < 100 then 270 when to_users < 200 then 260 else 250 end;
alter table seat_change alter column user_cents set not null;
