-- Calendar months in UTC, as months.ts counts them, and whole seconds.

-- Returns the first moment of the month of p_at, or of the month p_later months after it.
create or replace function month_start(p_at timestamptz, p_later integer default 0) returns timestamptz
language sql immutable as $$
  select (date_trunc('month', p_at at time zone 'UTC') + make_interval(months => p_later)) at time zone 'UTC'
$$;

-- Returns a time in milliseconds without its part of a second: talk is counted and charged in whole seconds.
create or replace function whole_seconds(p_ms bigint) returns bigint language sql immutable as $$
  select p_ms / 1000 * 1000
$$;
