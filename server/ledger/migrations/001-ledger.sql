-- The ledger of talk time in integer milliseconds. Balances change only through the functions in ../ledger.sql.

-- One payer's minutes: a person's, or an organization's, whose account is its pool.
create table account (
  id uuid primary key default uuidv7(),
  user_id uuid unique references users (id),
  organization_id integer unique,
  -- Minutes of the paid month, which lapse and are spent first.
  monthly_ms bigint not null default 0 check (monthly_ms >= 0),
  monthly_ends_at timestamptz,
  -- Bought minutes, which never expire.
  purchased_ms bigint not null default 0 check (purchased_ms >= 0),
  held_ms bigint not null default 0 check (held_ms >= 0),
  last_seq bigint not null default 0,
  -- A lapse or a clawback waits until conversations have released their time; the last settlement does it.
  needs_sweep boolean not null default false,
  created_at timestamptz not null,
  constraint account_has_one_owner check (num_nonnulls(user_id, organization_id) = 1),
  constraint account_holds_are_covered check (held_ms <= monthly_ms + purchased_ms)
) with (fillfactor = 50);

-- One grant of minutes. `source_ref` is the business key of the payment. The used time is granted - remaining - frozen
-- - taken - lapsed.
create table lot (
  id uuid primary key default uuidv7(),
  account_id uuid not null references account (id),
  bucket text not null check (bucket in ('monthly', 'purchased')),
  source_ref text not null,
  stripe_payment_intent_id text,
  granted_ms bigint not null check (granted_ms > 0),
  remaining_ms bigint not null check (remaining_ms >= 0),
  -- Frozen while the payment is disputed.
  frozen_ms bigint not null default 0 check (frozen_ms >= 0),
  -- Taken back by refunds or a lost dispute.
  taken_ms bigint not null default 0 check (taken_ms >= 0),
  -- Left over when its month ended.
  lapsed_ms bigint not null default 0 check (lapsed_ms >= 0),
  -- How much the refunds of its payment take back.
  refund_ms bigint not null default 0 check (refund_ms >= 0),
  dispute text check (dispute in ('open', 'lost')),
  price_cents integer not null check (price_cents >= 0),
  expires_at timestamptz,
  created_at timestamptz not null,
  constraint lot_is_granted_once unique (account_id, source_ref),
  check (remaining_ms <= granted_ms),
  check (remaining_ms + frozen_ms + taken_ms + lapsed_ms <= granted_ms)
) with (fillfactor = 70);
-- No index holds a changing column, so that spending a lot affects none.
create index lot_by_account on lot (account_id, bucket);
create index lot_by_payment on lot (stripe_payment_intent_id) where stripe_payment_intent_id is not null;
-- One bonus for an account, whatever else goes wrong (D40).
create unique index lot_one_bonus on lot (account_id) where source_ref like 'bonus:%';

-- Time reserved ahead for one live conversation; its id is the conversation's.
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

-- One change of a balance. Append-only; the sum of an account's entries is its balance.
create table entry (
  account_id uuid not null references account (id),
  seq bigint not null,
  id uuid not null default uuidv7(),
  kind text not null,
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
  check (
    (kind in ('usage', 'unlock', 'monthly_lapse', 'refund', 'freeze') and amount_ms <= 0)
    or (kind in ('purchase', 'monthly_grant', 'release', 'referral', 'talk_credit', 'bonus') and amount_ms > 0)
    or (kind = 'adjustment' and amount_ms <> 0))
);
create trigger entry_is_append_only before update or delete or truncate on entry
  for each statement execute function refuse_change();

-- The accounts of the subjects below.
alter table finding add foreign key (account_id) references account (id);
