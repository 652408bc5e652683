-- Figures of a time, by day in UTC. Prices of minutes that were given before p_known are stored (counting/talk.sql).
create or replace function figures_of(p_figures text[], p_from timestamptz, p_to timestamptz, p_known timestamptz)
returns table (figure text, day date, key text, numbers bigint[]) language sql stable as $$
  select * from money_figures(p_from, p_to) where 'revenue' = any(p_figures)
  union all
  select * from minute_figures(p_from, p_to) where 'minutes' = any(p_figures)
  union all
  select * from talk_figures(p_figures, p_from, p_to, p_known)
  union all
  select * from subscriber_figures(p_from, p_to) where figure = any(p_figures)
$$;

-- The figures of whole days. Consecutive days are counted in one pass.
create or replace function figures_of_days(p_days date[])
returns table (figure text, day date, key text, numbers bigint[]) language sql stable as $$
  select figures.* from (
    select min(wanted.day) as first, max(wanted.day) as last
    from (select run.day, run.day - row_number() over (order by run.day)::integer as island from unnest(p_days) as run (day)) as wanted
    group by island
  ) as stretch
  cross join lateral figures_of(
    '{revenue,minutes,talk,agent,organization,hour,ending,uncharged,test,subscriber,cohort}',
    stretch.first at time zone 'UTC', (stretch.last + 1) at time zone 'UTC', '-infinity') as figures
$$;

-- Figures of the days from p_from to p_to: rolled up where they are, and counted live for all days after those, until
-- p_at.
create or replace function figure_rows(p_figures text[], p_from date, p_to date, p_at timestamptz)
returns table (figure text, day date, key text, numbers bigint[]) language sql stable as $$
  select figure, day, key, numbers from figure_day where figure = any(p_figures) and day between p_from and p_to
  union all
  select live.figure, live.day, live.key, live.numbers from (
    select greatest(p_from, coalesce(rolled.first, (select (min(created_at) at time zone 'UTC')::date from account)))
        as first,
      coalesce(rolled.first at time zone 'UTC', '-infinity') as known
    from (select max(day) + 1 as first from figure_roll) as rolled
  ) as edge
  cross join lateral figures_of(p_figures, edge.first at time zone 'UTC',
    least((p_to + 1) at time zone 'UTC', p_at + interval '1 millisecond'), edge.known) as live
$$;

-- Days that are rolled up although something of theirs changed afterwards: a refund or dispute that was decided.
create or replace view figure_touched as
select distinct roll.day from money_back
join figure_roll as roll on roll.day = (money_back.created_at at time zone 'UTC')::date
-- Its moment was taken before it waited for the account's lock.
where money_back.updated_at >= roll.rolled_at - interval '10 minutes';

-- A rolled day is what its rows say. The last 35 days are rolled again every hour, because records of the voice provider
-- and payments in the grace period come late, and so is a day on which a refund or dispute was decided meanwhile.
create or replace view broken_figure as
with settled as (
  select coalesce(array_agg(day), '{}') as days from figure_roll
  where day < (select max(day) - 35 from figure_roll) and day not in (select day from figure_touched)
)
select coalesce(kept.figure, raw.figure) as figure, coalesce(kept.day, raw.day) as day,
  coalesce(kept.key, raw.key) as key, kept.numbers as rolled, raw.numbers as counted
from (select figure_day.* from figure_day, settled where day = any(settled.days)) as kept
full join (select figures.* from settled, figures_of_days(settled.days) as figures) as raw
  on raw.figure = kept.figure and raw.day = kept.day and raw.key = kept.key
where kept.numbers is distinct from raw.numbers;
comment on view broken_figure is 'figure_roll: the figures of a rolled day are what its payments, entries and conversations say';

-- A stored price is what the lots of its account say, if none of them is so new that it may have come late.
create or replace view broken_figure_price as
with rolled as (select max(day) as last from figure_roll)
select coalesce(kept.account_id, raw.account_id) as account_id, kept.cents as kept_cents, raw.cents as paid_cents,
  kept.ms as kept_ms, raw.ms as given_ms
from figure_price as kept
full join (
  select account_id, sum(paid_cents) as cents, sum(granted_ms) as ms, max(created_at) as newest_at
  from given_lot, rolled where created_at < (rolled.last + 1) at time zone 'UTC' group by 1
) as raw on raw.account_id = kept.account_id
cross join rolled
where (kept.cents, kept.ms) is distinct from (raw.cents, raw.ms)
  and coalesce(raw.newest_at, '-infinity') < (rolled.last - 35) at time zone 'UTC';
comment on view broken_figure_price is 'figure_roll: the price of an account''s minutes is what its lots say';
