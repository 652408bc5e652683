-- The last hourly check of the chain of acts, which the panel shows: how far it went, when, and what it found.
create table act_chain_check (
  is_only boolean primary key default true check (is_only),
  -- The last act that it looked at.
  place bigint not null,
  checked_at timestamptz not null,
  -- Whether no act up to there had been changed or removed.
  is_intact boolean not null
);
