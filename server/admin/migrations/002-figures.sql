-- The owner's figures of finished days, so that a period of months is read from a few rows per day.

-- One figure of one day in UTC. What its numbers mean is said where they are counted (../figures/counting): whole
-- cents, thousandths of a cent, milliseconds and counts.
create table figure_day (
  figure text not null,
  day date not null,
  -- What it is about, such as a kind of payment or the id of an agent; empty where there is only one.
  key text not null,
  numbers bigint[] not null,
  primary key (figure, day, key)
);

-- Which days are rolled up. They follow each other without a gap, so that every later day is counted live.
create table figure_roll (
  day date primary key,
  rolled_at timestamptz not null
);

-- What was paid for all minutes that an account had got by the end of the last rolled day, so that the income of today's
-- conversations needs only the lots of today.
create table figure_price (
  account_id uuid primary key references account (id),
  cents bigint not null,
  ms bigint not null
);

-- Lots never change their time.
create index lot_by_time on lot (created_at);
-- Entries are appended in the order of time, so that this index costs a new one next to nothing.
create index entry_of_time on entry using brin (at) with (pages_per_range = 16, autosummarize = on);
create index subscription_payment_by_end on subscription_payment (period_ends_at);
