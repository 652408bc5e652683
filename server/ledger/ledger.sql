-- Each function locks the account row first and reads everything else in later statements: under READ COMMITTED a
-- single statement that waited for the lock would still see other tables as they were before the wait. The lock leaves
-- the key alone, so that rows which refer to the account do not wait for it. Otherwise two transactions that both wrote
-- such a row before they came here would wait for each other.

-- Adds minutes once per business key. Returns whether this call added them.
create or replace function ledger_grant(
  p_account uuid, p_bucket text, p_kind text, p_source_ref text, p_ms bigint, p_price_cents integer,
  p_expires_at timestamptz, p_payment_intent text, p_user uuid, p_notes text, p_at timestamptz
) returns boolean language plpgsql as $$
declare
  v_before bigint;
  v_seq bigint;
begin
  perform 1 from account where id = p_account for no key update;
  if not found then raise exception 'No account %', p_account; end if;
  insert into lot (account_id, bucket, source_ref, granted_ms, remaining_ms, price_cents, expires_at,
    stripe_payment_intent_id, created_at)
  values (p_account, p_bucket, p_source_ref, p_ms, p_ms, p_price_cents, p_expires_at, p_payment_intent, p_at)
  on conflict on constraint lot_is_granted_once do nothing;
  if not found then return false; end if;
  -- The new month replaces what was left of the one before it (D32). One that ends before another would lapse here
  -- itself, before its minutes are in the balance.
  if p_bucket = 'monthly' and not exists (
    select from lot where account_id = p_account and bucket = 'monthly' and expires_at > p_expires_at
  ) then
    perform ledger_lapse(p_account, '-infinity', p_at);
  end if;
  select monthly_ms + purchased_ms into v_before from account where id = p_account;
  update account set
    monthly_ms = monthly_ms + case when p_bucket = 'monthly' then p_ms else 0 end,
    monthly_ends_at = case when p_bucket = 'monthly' then greatest(monthly_ends_at, p_expires_at) else monthly_ends_at end,
    purchased_ms = purchased_ms + case when p_bucket = 'purchased' then p_ms else 0 end,
    last_seq = last_seq + 1
  where id = p_account returning last_seq into v_seq;
  insert into entry (account_id, seq, kind, ref, amount_ms, balance_before_ms, balance_after_ms, user_id, notes, at)
  values (p_account, v_seq, p_kind, p_source_ref, p_ms, v_before, v_before + p_ms, p_user, p_notes, p_at);
  -- A month that was paid late may already be over.
  if p_bucket = 'monthly' then perform ledger_lapse(p_account, '-infinity', p_at); end if;
  return true;
end $$;

-- Reserves up to p_want for a conversation. Returns what was reserved; null when less than p_min is free.
create or replace function ledger_hold_open(
  p_hold uuid, p_account uuid, p_want bigint, p_min bigint, p_at timestamptz
) returns bigint language plpgsql as $$
declare
  v_existing hold;
  v_granted bigint;
begin
  update account set held_ms = held_ms + least(p_want, monthly_ms + purchased_ms - held_ms)
  where id = p_account and monthly_ms + purchased_ms - held_ms >= p_min
  returning new.held_ms - old.held_ms into v_granted;
  if found then
    insert into hold (id, account_id, amount_ms, opened_at) values (p_hold, p_account, v_granted, p_at)
    on conflict (id) do nothing;
    if found then return v_granted; end if;
    update account set held_ms = held_ms - v_granted where id = p_account;
  end if;
  -- Called again, too little left, or no such account.
  select * into v_existing from hold where id = p_hold;
  if found then
    if v_existing.account_id <> p_account then raise exception 'Hold % belongs to another account', p_hold; end if;
    return v_existing.amount_ms;
  end if;
  perform 1 from account where id = p_account;
  if not found then raise exception 'No account %', p_account; end if;
  return null;
end $$;

-- Raises an open hold to p_target in total, as far as the balance reaches. Returns the new total; null when settled.
create or replace function ledger_hold_extend(p_hold uuid, p_target bigint) returns bigint language plpgsql as $$
declare
  v_account uuid;
  v_free bigint;
  v_total bigint;
  v_extra bigint;
begin
  select id, monthly_ms + purchased_ms - held_ms into v_account, v_free from account
  where id = (select account_id from hold where id = p_hold) for no key update;
  -- Without the account's lock nothing may change, even if the hold is being opened at this moment.
  if not found then return null; end if;
  update hold set amount_ms = amount_ms + least(greatest(p_target - amount_ms, 0), v_free)
  where id = p_hold and state = 'open' returning new.amount_ms, new.amount_ms - old.amount_ms into v_total, v_extra;
  if v_extra > 0 then update account set held_ms = held_ms + v_extra where id = v_account; end if;
  return v_total;
end $$;

-- Charges what was used, never more than was held, releases the rest and writes the usage entry, once per hold.
create or replace function ledger_hold_settle(
  p_hold uuid, p_charge bigint, p_user uuid, p_notes text, p_at timestamptz,
  out charged_ms bigint, out balance_after_ms bigint
) language plpgsql as $$
declare
  v_account account;
  v_held bigint;
  v_monthly bigint;
  v_seq bigint;
begin
  select * into v_account from account where id = (select account_id from hold where id = p_hold) for no key update;
  if not found then raise exception 'No hold %', p_hold; end if;
  -- Whole seconds, even when the hold ran out within one.
  update hold set state = 'settled', charged_ms = least(p_charge, whole_seconds(amount_ms)), settled_at = p_at
  where id = p_hold and state = 'open' returning hold.amount_ms, hold.charged_ms into v_held, charged_ms;
  if not found then
    select hold.charged_ms, entry.balance_after_ms into charged_ms, balance_after_ms from hold
    join entry on entry.account_id = hold.account_id and entry.kind = 'usage' and entry.ref = p_hold::text
    where hold.id = p_hold;
    return;
  end if;
  v_monthly := least(v_account.monthly_ms, charged_ms);
  if v_monthly > 0 then perform ledger_burn_lots(v_account.id, 'monthly', v_monthly); end if;
  if charged_ms > v_monthly then perform ledger_burn_lots(v_account.id, 'purchased', charged_ms - v_monthly); end if;
  update account set
    held_ms = held_ms - v_held,
    monthly_ms = monthly_ms - v_monthly,
    purchased_ms = purchased_ms - (ledger_hold_settle.charged_ms - v_monthly),
    last_seq = last_seq + 1
  where id = v_account.id returning monthly_ms + purchased_ms, last_seq into balance_after_ms, v_seq;
  insert into entry (account_id, seq, kind, ref, amount_ms, balance_before_ms, balance_after_ms, user_id, notes, at,
    month_ms)
  values (v_account.id, v_seq, 'usage', p_hold::text, -charged_ms, balance_after_ms + charged_ms, balance_after_ms,
    p_user, p_notes, p_at, v_monthly);
  if v_account.needs_sweep then perform ledger_sweep(v_account.id, p_at); end if;
end $$;

-- Takes p_ms from the account's open lots of one bucket, earliest expiry first, then oldest.
create or replace function ledger_burn_lots(p_account uuid, p_bucket text, p_ms bigint) returns void
language plpgsql as $$
declare
  v_left bigint := p_ms;
  v_lot record;
begin
  for v_lot in
    select id, remaining_ms from lot
    where account_id = p_account and bucket = p_bucket and remaining_ms > 0
    order by expires_at nulls last, created_at, id
  loop
    update lot set remaining_ms = remaining_ms - least(v_lot.remaining_ms, v_left) where id = v_lot.id;
    v_left := v_left - least(v_lot.remaining_ms, v_left);
    exit when v_left = 0;
  end loop;
  if v_left > 0 then raise exception 'Lots of account % are % ms short', p_account, v_left; end if;
end $$;

-- Takes p_ms at once for something other than talk, the month's part first. Returns what is left; null when less than
-- p_ms is free beside the holds. p_ref names what was paid; its unique key refuses a second time.
create or replace function ledger_spend(
  p_account uuid, p_kind text, p_ref text, p_ms bigint, p_user uuid, p_notes text, p_at timestamptz
) returns bigint language plpgsql as $$
declare
  v_account account;
  v_monthly bigint;
  v_after bigint;
  v_seq bigint;
begin
  select * into v_account from account where id = p_account for no key update;
  if not found then raise exception 'No account %', p_account; end if;
  if v_account.monthly_ms + v_account.purchased_ms - v_account.held_ms < p_ms then return null; end if;
  v_monthly := least(v_account.monthly_ms, p_ms);
  if v_monthly > 0 then perform ledger_burn_lots(p_account, 'monthly', v_monthly); end if;
  if p_ms > v_monthly then perform ledger_burn_lots(p_account, 'purchased', p_ms - v_monthly); end if;
  update account set monthly_ms = monthly_ms - v_monthly, purchased_ms = purchased_ms - (p_ms - v_monthly),
    last_seq = last_seq + 1
  where id = p_account returning monthly_ms + purchased_ms, last_seq into v_after, v_seq;
  insert into entry (account_id, seq, kind, ref, amount_ms, balance_before_ms, balance_after_ms, user_id, notes, at,
    month_ms)
  values (p_account, v_seq, p_kind, p_ref, -p_ms, v_after + p_ms, v_after, p_user, p_notes, p_at, v_monthly);
  return v_after;
end $$;
