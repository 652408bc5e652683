-- Organizations by balance, as `account_by_balance` has people.
create index account_pool_by_balance on account ((monthly_ms + purchased_ms), organization_id)
  where organization_id is not null;
