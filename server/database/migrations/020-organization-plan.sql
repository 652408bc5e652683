-- How the number of an organization's paid seats changes (D116); before the first change it is what was ordered.

create table seat_change (
  id uuid primary key default uuidv7(),
  -- The pool.
  account_id uuid not null references account (id),
  -- The admin who wanted it.
  user_id uuid not null references users (id),
  -- Seats from the next renewal on.
  to_users integer not null check (to_users between 1 and 1000),
  -- What a month costs with them.
  monthly_cents integer not null check (monthly_cents > 0),
  -- The payment of added seats; null where nothing is charged.
  checkout_id uuid unique references checkout (id),
  -- open: under way; declined: the bank refused, and another card may still pay it; dropped: given up, nothing changed.
  status text not null default 'open' check (status in ('open', 'declined', 'done', 'dropped')),
  -- End of the month that it was made in, by the provider's word, and the seats that are paid for in that month.
  period_ends_at timestamptz,
  paid_users integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((status = 'done') = (period_ends_at is not null) and (status = 'done') = (paid_users is not null)),
  check (paid_users >= to_users)
);
create unique index seat_change_one_at_a_time on seat_change (account_id) where status in ('open', 'declined');
create index seat_change_by_account on seat_change (account_id, id);

alter table checkout drop constraint checkout_kind_check;
alter table checkout add check (kind in ('combined', 'subscription', 'credits', 'auto', 'renewal', 'debt', 'seats'));

-- Added seats are paid without an invoice of the provider, and bring no minutes.
alter table subscription_payment
  alter column stripe_invoice_id drop not null,
  add check ((stripe_invoice_id is null) = (tier = 'seats')),
  add check (tier <> 'seats' or credits_added_ms = 0);

-- Fewer seats from the next renewal on; until then nobody new gets one of those that end. Null: as many as now.
alter table organization add column next_max_users integer check (next_max_users between 1 and max_users);
