-- All figures of a time, by day in UTC.
create or replace function figures_of(p_from timestamptz, p_to timestamptz)
returns table (figure text, day date, key text, numbers bigint[]) language sql stable as $$
  select * from money_figures(p_from, p_to)
  union all
  select * from minute_figures(p_from, p_to)
  union all
  select * from talk_figures(p_from, p_to)
  union all
  select * from subscriber_figures(p_from, p_to)
$$;

-- The figures of whole days. Consecutive days are counted in one pass.
create or replace function figures_of_days(p_days date[])
returns table (figure text, day date, key text, numbers bigint[]) language sql stable as $$
  select figures.* from (
    select min(wanted.day) as first, max(wanted.day) as last
    from (select run.day, run.day - row_number() over (order by run.day)::integer as island from unnest(p_days) as run (day)) as wanted
    group by island
  ) as stretch
  cross join lateral figures_of(stretch.first at time zone 'UTC', (stretch.last + 1) at time zone 'UTC') as figures
$$;

-- Figures of the days from p_from to p_to: rolled up where they are, and counted live for all days after those, until
-- p_at.
create or replace function figure_rows(p_figures text[], p_from date, p_to date, p_at timestamptz)
returns table (figure text, day date, key text, numbers bigint[]) language sql stable as $$
  select figure, day, key, numbers from figure_day where figure = any(p_figures) and day between p_from and p_to
  union all
  select live.figure, live.day, live.key, live.numbers from (
    select greatest(p_from, coalesce((select max(roll.day) + 1 from figure_roll as roll),
      (select (min(created_at) at time zone 'UTC')::date from account))) as first
  ) as edge
  cross join lateral figures_of(edge.first at time zone 'UTC',
    least((p_to + 1) at time zone 'UTC', p_at + interval '1 millisecond')) as live
  where live.figure = any(p_figures)
$$;

-- Days that are rolled up although something of theirs changed afterwards: a refund or dispute that was decided.
create or replace view figure_touched as
select distinct roll.day from money_back
join figure_roll as roll on roll.day = (money_back.created_at at time zone 'UTC')::date
where money_back.updated_at >= roll.rolled_at;

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
