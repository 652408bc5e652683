-- What lowers a balance without a conversation: months that end, refunds, disputes. All lock the account row first.

-- Lets monthly minutes lapse that ended by p_before or that a later paid month has replaced (D32). While a conversation
-- holds time nothing lapses: it first uses what was left of the old month, and its settlement comes back here.
create or replace function ledger_lapse(p_account uuid, p_before timestamptz, p_at timestamptz) returns void
language plpgsql as $$
declare
  v_account account;
  v_lot lot;
begin
  select * into v_account from account where id = p_account for update;
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

-- Changes a balance by what just changed in one lot, and writes the entry.
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

-- Sets what is claimed of one lot: p_refund_ms to be taken back in total, and the state of a dispute (null, open, lost).
-- Called with the provider's present state, in any order and as often as one likes; both directions net out (D44).
create or replace function ledger_claim(
  p_account uuid, p_source_ref text, p_refund_ms bigint, p_dispute text, p_at timestamptz
) returns void language plpgsql as $$
begin
  perform 1 from account where id = p_account for update;
  update lot set refund_ms = p_refund_ms, dispute = p_dispute
  where account_id = p_account and source_ref = p_source_ref;
  if not found then raise exception 'Account % has no lot %', p_account, p_source_ref; end if;
  perform ledger_apply_claims(p_account, p_at);
end $$;

-- Brings every claimed lot to what its claims want, as far as held time leaves room; the rest waits for the settlement.
create or replace function ledger_apply_claims(p_account uuid, p_at timestamptz) returns void language plpgsql as $$
declare
  v_free bigint;
  v_lot lot;
  v_unspent bigint;
  v_taken bigint;
  v_frozen bigint;
  v_change bigint;
  v_short bigint;
  v_waits boolean := false;
begin
  select monthly_ms + purchased_ms - held_ms into v_free from account where id = p_account for update;
  for v_lot in
    select * from lot where account_id = p_account
      and (refund_ms > 0 or dispute is not null or taken_ms > 0 or frozen_ms > 0) order by id
  loop
    v_unspent := v_lot.remaining_ms + v_lot.frozen_ms + v_lot.taken_ms;
    v_taken := case when v_lot.dispute = 'lost' then v_unspent else least(v_lot.refund_ms, v_unspent) end;
    v_frozen := case when v_lot.dispute = 'open' then v_unspent - v_taken else 0 end;
    v_short := greatest(v_lot.remaining_ms - (v_unspent - v_taken - v_frozen) - v_free, 0);
    v_waits := v_waits or v_short > 0;
    v_taken := v_taken - greatest(v_short - v_frozen, 0);
    v_frozen := greatest(v_frozen - v_short, 0);
    v_change := v_unspent - v_taken - v_frozen - v_lot.remaining_ms;
    update lot set remaining_ms = v_unspent - v_taken - v_frozen, taken_ms = v_taken, frozen_ms = v_frozen
    where id = v_lot.id and (taken_ms <> v_taken or frozen_ms <> v_frozen);
    v_free := v_free + v_change;
    if v_change > 0 then perform ledger_move(p_account, v_lot, 'release', v_change, 'Minutes given back', p_at); end if;
    if v_change < 0 then
      perform ledger_move(p_account, v_lot, case when v_lot.dispute is null then 'refund' else 'freeze' end, v_change,
        case when v_lot.dispute is null then 'Minutes of a refunded payment' else 'Minutes of a disputed payment' end, p_at);
    end if;
  end loop;
  update account set needs_sweep = v_waits where id = p_account and needs_sweep <> v_waits;
  -- What came back may belong to a month that is over.
  perform ledger_lapse(p_account, p_at - interval '3 hours', p_at);
end $$;

-- Catches up with what had to wait for held time.
create or replace function ledger_sweep(p_account uuid, p_at timestamptz) returns void language plpgsql as $$
begin
  perform ledger_apply_claims(p_account, p_at);
  perform ledger_lapse(p_account, p_at, p_at);
end $$;
