-- What lowers a balance without a conversation: months that end, refunds, disputes. All functions lock the account row
-- first.

-- Lets monthly minutes lapse that ended by p_before or that a later paid month has replaced (D32). While a conversation
-- holds time nothing lapses: it first uses what was left of the old month, and its settlement calls this function
-- again.
create or replace function ledger_lapse(p_account uuid, p_before timestamptz, p_at timestamptz) returns void
language plpgsql as $$
declare
  v_account account;
  v_lot lot;
begin
  select * into v_account from account where id = p_account for no key update;
  if p_before > p_at then
    -- The subscription is over before its month, so what a settlement or a clawback restores later has ended, too.
    update lot set expires_at = p_at where account_id = p_account and bucket = 'monthly' and expires_at > p_at;
    update account set monthly_ends_at = p_at where id = p_account and monthly_ends_at > p_at;
  end if;
  for v_lot in
    select * from lot where account_id = p_account and bucket = 'monthly' and remaining_ms > 0
      and (expires_at <= p_before or exists (select from lot as later where later.account_id = p_account
        and later.bucket = 'monthly' and later.expires_at > lot.expires_at))
    order by expires_at, id
  loop
    if v_account.held_ms > 0 then
      update account set needs_sweep = true where id = p_account;
      return;
    end if;
    update lot set remaining_ms = 0, lapsed_ms = lapsed_ms + v_lot.remaining_ms where id = v_lot.id;
    perform ledger_move(p_account, v_lot, 'monthly_lapse', -v_lot.remaining_ms, 'Minutes of a month that ended', p_at);
  end loop;
end $$;

-- Changes a balance by what just changed in one lot and writes the entry.
create or replace function ledger_move(
  p_account uuid, p_lot lot, p_kind text, p_ms bigint, p_notes text, p_at timestamptz
) returns void language plpgsql as $$
declare
  v_after bigint;
  v_seq bigint;
begin
  update account set
    monthly_ms = monthly_ms + case when p_lot.bucket = 'monthly' then p_ms else 0 end,
    purchased_ms = purchased_ms + case when p_lot.bucket = 'purchased' then p_ms else 0 end,
    last_seq = last_seq + 1
  where id = p_account returning monthly_ms + purchased_ms, last_seq into v_after, v_seq;
  insert into entry (account_id, seq, kind, ref, amount_ms, balance_before_ms, balance_after_ms, notes, at)
  values (p_account, v_seq, p_kind, p_lot.source_ref || '#' || v_seq, p_ms, v_after - p_ms, v_after, p_notes, p_at);
end $$;

-- Sets what is taken back of one lot: p_refund_ms in total, and the state of a dispute (null, open, lost). Called with
-- the provider's current state, in any order and any number of times; both directions net out (D44).
create or replace function ledger_claw_back(
  p_account uuid, p_source_ref text, p_refund_ms bigint, p_dispute text, p_at timestamptz
) returns void language plpgsql as $$
begin
  perform 1 from account where id = p_account for no key update;
  update lot set refund_ms = p_refund_ms, dispute = p_dispute
  where account_id = p_account and source_ref = p_source_ref;
  if not found then raise exception 'Account % has no lot %', p_account, p_source_ref; end if;
  perform ledger_apply_clawbacks(p_account, p_at);
end $$;

-- Adjusts every affected lot to its refunds and disputes, as far as held time leaves room; the rest waits for the
-- settlement.
create or replace function ledger_apply_clawbacks(p_account uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  v_free bigint;
  v record;
  v_short bigint;
begin
  select monthly_ms + purchased_ms - held_ms into v_free from account where id = p_account for no key update;
  for v in
    select lot, unspent.ms as unspent_ms, taken.ms as taken_ms, frozen.ms as frozen_ms,
      unspent.ms - taken.ms - frozen.ms - lot.remaining_ms as change_ms
    from lot
    cross join lateral (select lot.remaining_ms + lot.frozen_ms + lot.taken_ms as ms) as unspent
    cross join lateral (
      select case when dispute = 'lost' then unspent.ms else least(refund_ms, unspent.ms) end as ms) as taken
    cross join lateral (select case when dispute = 'open' then unspent.ms - taken.ms else 0 end as ms) as frozen
    where account_id = p_account and (refund_ms > 0 or dispute is not null or lot.taken_ms > 0 or lot.frozen_ms > 0)
    -- Restored minutes make room for those taken back.
    order by change_ms desc, id
  loop
    v_short := greatest(-v.change_ms - v_free, 0);
    if v_short > 0 then
      update account set needs_sweep = true where id = p_account;
      -- A refund takes its part before a dispute freezes the rest.
      v.taken_ms := v.taken_ms - greatest(v_short - v.frozen_ms, 0);
      v.frozen_ms := greatest(v.frozen_ms - v_short, 0);
      v.change_ms := v.change_ms + v_short;
    end if;
    update lot set remaining_ms = v.unspent_ms - v.taken_ms - v.frozen_ms, taken_ms = v.taken_ms, frozen_ms = v.frozen_ms
    where id = (v.lot).id and (taken_ms <> v.taken_ms or frozen_ms <> v.frozen_ms);
    v_free := v_free + v.change_ms;
    if v.change_ms > 0 then
      perform ledger_move(p_account, v.lot, 'release', v.change_ms, 'Minutes given back', p_at);
    elsif v.change_ms < 0 and (v.lot).dispute is null then
      perform ledger_move(p_account, v.lot, 'refund', v.change_ms, 'Minutes of a refunded payment', p_at);
    elsif v.change_ms < 0 then
      perform ledger_move(p_account, v.lot, 'freeze', v.change_ms, 'Minutes of a disputed payment', p_at);
    end if;
  end loop;
  -- Restored minutes may belong to a month that is over.
  perform ledger_lapse(p_account, p_at - interval '3 hours', p_at);
end $$;

-- Catches up with what had to wait for held time; what still has to wait stays marked.
create or replace function ledger_sweep(p_account uuid, p_at timestamptz) returns void language plpgsql as $$
begin
  update account set needs_sweep = false where id = p_account;
  perform ledger_apply_clawbacks(p_account, p_at);
  perform ledger_lapse(p_account, p_at, p_at);
end $$;
