-- The hourly upkeep asks Stripe about subscriptions whose month is over, and about those whose payment waits.
create index subscription_by_renewal on subscription (renews_at);
create index subscription_waiting on subscription (account_id)
  where status not in ('active', 'trialing', 'canceled', 'incomplete_expired');
