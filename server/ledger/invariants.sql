-- Rules that hold at any moment; each view lists the rows that break its rule. Tests and audits share them. The comment on a
-- view names the table whose rows it checks, and the rule, for readers of an audit. Where rows belong to accounts, brackets
-- name the table of the view's ids, or its column account_id: the hourly audit then checks those of accounts that have
-- changed. A further column would do, but an earlier release could not take it away.

-- I1: a balance is the sum of its entries and of what remains of its lots.
create or replace view broken_balance as
select account.id, account.monthly_ms + account.purchased_ms as balance_ms,
  coalesce((select sum(amount_ms) from entry where account_id = account.id), 0) as entries_ms,
  coalesce((select sum(remaining_ms) from lot where account_id = account.id), 0) as lots_ms
from account
where account.monthly_ms + account.purchased_ms
    <> coalesce((select sum(amount_ms) from entry where account_id = account.id), 0)
  or account.monthly_ms <> coalesce((select sum(remaining_ms) from lot where account_id = account.id and bucket = 'monthly'), 0)
  or account.purchased_ms <> coalesce((select sum(remaining_ms) from lot where account_id = account.id and bucket = 'purchased'), 0);
comment on view broken_balance is 'account [account]: a balance is the sum of its entries and of what is left of its lots';

-- Held time is the sum of open holds.
create or replace view broken_hold as
select account.id, account.held_ms from account
where account.held_ms <> coalesce((select sum(amount_ms) from hold where account_id = account.id and state = 'open'), 0);
comment on view broken_hold is 'account [account]: held time is the sum of open holds';

-- Each entry starts where the one before it ended.
create or replace view broken_chain as
select account_id, seq from (
  select account_id, seq, balance_before_ms,
    lag(balance_after_ms, 1, 0) over (partition by account_id order by seq) as previous_ms,
    row_number() over (partition by account_id order by seq) as place
  from entry
) as chain
where balance_before_ms <> previous_ms or seq <> place
union all
select id, last_seq from account where last_seq <> (select coalesce(max(seq), 0) from entry where account_id = account.id);
comment on view broken_chain is 'entry [account_id]: each entry starts where the one before it ended, without a gap';

-- The time spent, by the lots, equals the entries of talk, unlocks and corrections; nothing is frozen without a
-- dispute.
create or replace view broken_lot as
select account.id from account
where (select coalesce(sum(granted_ms - remaining_ms - frozen_ms - taken_ms - lapsed_ms), 0) from lot
    where account_id = account.id)
  <> (select coalesce(-sum(amount_ms), 0) from entry where account_id = account.id
    and (kind in ('usage', 'unlock') or (kind = 'adjustment' and amount_ms < 0)))
  or exists (select from lot where account_id = account.id and frozen_ms > 0 and dispute is distinct from 'open');
comment on view broken_lot is 'lot [account]: what was spent, by the lots, is what the lines of talk, unlocks and corrections say';

-- While no conversation holds time, every lot is exactly as refunds and disputes require (D44).
create or replace view broken_clawback as
select lot.id from lot join account on account.id = lot.account_id
cross join lateral (select remaining_ms + frozen_ms + taken_ms as ms) as unspent
where account.held_ms = 0 and (
  account.needs_sweep
  or taken_ms <> case when dispute = 'lost' then unspent.ms else least(refund_ms, unspent.ms) end
  or frozen_ms <> case when dispute = 'open' then unspent.ms - taken_ms else 0 end);
comment on view broken_clawback is 'lot [lot]: each lot is as refunds and disputes want it';
