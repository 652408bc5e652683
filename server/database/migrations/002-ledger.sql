-- The ledger of talk time. Integer milliseconds; balances change only through the functions in ../functions.

create table account (
  id uuid primary key default uuidv7(),
  user_id uuid unique references users (id),
  -- Minutes of the paid month; they lapse and are spent first.
  monthly_ms bigint not null default 0 check (monthly_ms >= 0),
  monthly_ends_at timestamptz,
  -- Bought minutes; they never expire.
  purchased_ms bigint not null default 0 check (purchased_ms >= 0),
  held_ms bigint not null default 0 check (held_ms >= 0),
  last_seq bigint not null default 0,
  created_at timestamptz not null,
  constraint account_holds_are_covered check (held_ms <= monthly_ms + purchased_ms)
) with (fillfactor = 50);

-- One grant of minutes. `source_ref` is the business key of what was paid.
create table lot (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account (id),
  bucket text not null check (bucket in ('monthly', 'purchased')),
  source_ref text not null,
  granted_ms bigint not null check (granted_ms > 0),
  remaining_ms bigint not null check (remaining_ms >= 0),
  price_cents integer not null check (price_cents >= 0),
  expires_at timestamptz,
  created_at timestamptz not null,
  constraint lot_is_granted_once unique (account_id, source_ref),
  check (remaining_ms <= granted_ms)
) with (fillfactor = 70);
-- No changing column in it, so that spending a lot touches no index.
create index lot_by_account on lot (account_id, bucket);

-- Time reserved ahead for a live conversation; its id is the conversation's.
create table hold (
  id uuid primary key,
  account_id uuid not null references account (id),
  amount_ms bigint not null check (amount_ms >= 0),
  charged_ms bigint check (charged_ms >= 0),
  state text not null default 'open' check (state in ('open', 'settled')),
  opened_at timestamptz not null,
  settled_at timestamptz,
  check ((state = 'settled') = (charged_ms is not null)),
  check (charged_ms <= amount_ms)
) with (fillfactor = 70);
create index hold_by_account on hold (account_id);

-- Append-only; the sum of an account's entries is its balance.
create table entry (
  account_id uuid not null references account (id),
  seq bigint not null,
  id uuid not null default uuidv7(),
  kind text not null check (kind in ('purchase', 'monthly_grant', 'monthly_lapse', 'usage')),
  ref text not null,
  amount_ms bigint not null,
  balance_before_ms bigint not null check (balance_before_ms >= 0),
  balance_after_ms bigint not null check (balance_after_ms >= 0),
  user_id uuid references users (id),
  notes text,
  at timestamptz not null,
  primary key (account_id, seq),
  constraint entry_is_written_once unique (account_id, kind, ref),
  check (balance_after_ms = balance_before_ms + amount_ms),
  check ((kind in ('usage', 'monthly_lapse') and amount_ms <= 0) or (kind in ('purchase', 'monthly_grant') and amount_ms > 0))
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception 'Rows of % are never changed or removed', tg_table_name;
end $$;
create trigger entry_is_append_only before update or delete or truncate on entry
  for each statement execute function refuse_change();
