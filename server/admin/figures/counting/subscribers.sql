-- Subscriptions by the months that were paid, because payments never change afterwards. An account starts with its
-- first month. It ends with the last paid one when no further month is paid within the grace period of seven days
-- (identity/access.ts); when one is paid later, it returns.
-- One row for each account and thing that happened: `subscriber` with who and what, such as person:new, and `cohort` with
-- who and the month of the first payment, on the first day of each calendar month on which the account paid.
create or replace function subscription_steps(p_from timestamptz, p_to timestamptz)
returns table (figure text, account_id uuid, at timestamptz, key text) language sql stable as $$
  with touched as (
    select account_id from subscription_payment where created_at >= p_from and created_at < p_to
    union
    select account_id from subscription_payment where period_ends_at >= p_from and period_ends_at < p_to
  ), paid as (
    select case when account.organization_id is null then 'person' else 'organization' end as who, payment.account_id,
      created_at_of.month, min(created_at_of.month) over (partition by payment.account_id) as first_month,
      payment.created_at, max(payment.period_ends_at) over (earlier rows unbounded preceding) as run_ends_at,
      max(payment.period_ends_at) over (earlier rows between unbounded preceding and 1 preceding) as former_ends_at,
      lead(payment.created_at) over earlier as next_at,
      row_number() over (partition by payment.account_id, created_at_of.month order by payment.created_at, payment.id)
        as place_in_month
    from touched
    join subscription_payment as payment on payment.account_id = touched.account_id and payment.tier <> 'seats'
    join account on account.id = payment.account_id
    cross join lateral (select to_char(payment.created_at at time zone 'UTC', 'YYYY-MM') as month) as created_at_of
    window earlier as (partition by payment.account_id order by payment.created_at, payment.id)
  ), step as (
    select who, 'new' as what, account_id, created_at as at from paid where former_ends_at is null
    union all
    select who, 'returned', account_id, created_at from paid where created_at > former_ends_at + interval '7 days'
    union all
    select who, 'ended', account_id, run_ends_at from paid where next_at is null or next_at > run_ends_at + interval '7 days'
  )
  select 'subscriber', account_id, at, who || ':' || what from step where at >= p_from and at < p_to
  union all
  select 'cohort', account_id, created_at, who || ':' || first_month
  from paid where place_in_month = 1 and created_at >= p_from and created_at < p_to
$$;

-- subscriber and cohort, by their keys: accounts.
create or replace function subscriber_figures(p_from timestamptz, p_to timestamptz)
returns table (figure text, day date, key text, numbers bigint[]) language sql stable as $$
  select figure, (at at time zone 'UTC')::date, key, array[count(*)] from subscription_steps(p_from, p_to) group by 1, 2, 3
$$;
