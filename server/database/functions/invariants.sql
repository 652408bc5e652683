-- What must hold at any moment; each view lists the rows that break it. Tests and audits share them. The comment on a
-- view names the table whose rows it looks at, and the rule, for whoever reads an audit.

-- I1: a balance is the sum of its entries, and of what is left of its lots.
create or replace view broken_balance as
select account.id, account.monthly_ms + account.purchased_ms as balance_ms,
  coalesce((select sum(amount_ms) from entry where account_id = account.id), 0) as entries_ms,
  coalesce((select sum(remaining_ms) from lot where account_id = account.id), 0) as lots_ms
from account
where account.monthly_ms + account.purchased_ms
    <> coalesce((select sum(amount_ms) from entry where account_id = account.id), 0)
  or account.monthly_ms <> coalesce((select sum(remaining_ms) from lot where account_id = account.id and bucket = 'monthly'), 0)
  or account.purchased_ms <> coalesce((select sum(remaining_ms) from lot where account_id = account.id and bucket = 'purchased'), 0);
comment on view broken_balance is 'account: a balance is the sum of its entries and of what is left of its lots';

-- Held time is the sum of open holds.
create or replace view broken_hold as
select account.id, account.held_ms from account
where account.held_ms <> coalesce((select sum(amount_ms) from hold where account_id = account.id and state = 'open'), 0);
comment on view broken_hold is 'account: held time is the sum of open holds';

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
comment on view broken_chain is 'entry: each entry starts where the one before it ended, without a gap';

-- I3: an ended conversation has exactly one settled hold and one usage line, a live one an open hold.
create or replace view broken_session as
select voice_session.id from voice_session
left join hold on hold.id = voice_session.id
left join entry on entry.account_id = voice_session.account_id and entry.kind = 'usage'
  and entry.ref = voice_session.id::text
where (voice_session.status = 'active') <> (hold.state = 'open')
  or hold.id is null
  or (voice_session.status <> 'active') <> (entry.id is not null)
  or (voice_session.status <> 'active' and voice_session.charged_ms <> -entry.amount_ms);
comment on view broken_session is 'voice_session: a conversation has one hold, and one usage line when it has ended';

-- I5: each purchase gave exactly its minutes, once.
create or replace view broken_purchase as
select credit_purchase.id from credit_purchase
left join lot on lot.account_id = credit_purchase.account_id
  and lot.source_ref = 'package:' || credit_purchase.stripe_payment_intent_id
where lot.id is null or lot.granted_ms <> credit_purchase.credits_added_ms;
comment on view broken_purchase is 'credit_purchase: each package gave exactly its minutes, once';

-- Each paid month gave exactly its minutes, once.
create or replace view broken_month as
select subscription_payment.id from subscription_payment
left join lot on lot.account_id = subscription_payment.account_id
  and lot.source_ref = 'month:' || subscription_payment.stripe_invoice_id
where stripe_invoice_id is not null and (lot.id is null or lot.granted_ms <> subscription_payment.credits_added_ms);
comment on view broken_month is 'subscription_payment: each paid month gave exactly its minutes, once';

-- What was spent, by the lots, is what the lines of talk, of unlocks and of corrections say; nothing is frozen without a dispute.
create or replace view broken_lot as
select account.id from account
where (select coalesce(sum(granted_ms - remaining_ms - frozen_ms - taken_ms - lapsed_ms), 0) from lot
    where account_id = account.id)
  <> (select coalesce(-sum(amount_ms), 0) from entry where account_id = account.id
    and (kind in ('usage', 'unlock') or (kind = 'adjustment' and amount_ms < 0)))
  or exists (select from lot where account_id = account.id and frozen_ms > 0 and dispute is distinct from 'open');
comment on view broken_lot is 'lot: what was spent, by the lots, is what the lines of talk, unlocks and corrections say';

-- While no conversation holds time, every lot is exactly as refunds and disputes want it (D44).
create or replace view broken_claim as
select lot.id from lot join account on account.id = lot.account_id
cross join lateral (select remaining_ms + frozen_ms + taken_ms as ms) as unspent
where account.held_ms = 0 and (
  account.needs_sweep
  or taken_ms <> case when dispute = 'lost' then unspent.ms else least(refund_ms, unspent.ms) end
  or frozen_ms <> case when dispute = 'open' then unspent.ms - taken_ms else 0 end);
comment on view broken_claim is 'lot: each lot is as refunds and disputes want it';

-- No payment gives back more than came in.
create or replace view broken_refund as
select stripe_payment_intent_id, sum(amount_cents) as refunded_cents from reversal
where kind = 'refund' and status in ('pending', 'succeeded')
group by stripe_payment_intent_id
having sum(amount_cents) > (
  select coalesce(sum(amount_cents), 0) from (
    select amount_cents from credit_purchase where stripe_payment_intent_id = reversal.stripe_payment_intent_id
    union all
    select amount_cents from subscription_payment where stripe_payment_intent_id = reversal.stripe_payment_intent_id
    union all
    select amount_cents from debt where stripe_payment_intent_id = reversal.stripe_payment_intent_id) as paid);
comment on view broken_refund is 'reversal: no payment gives back more than came in';

-- Nobody owes for a dispute that was won.
create or replace view broken_debt as
select debt.id from debt
where status in ('open', 'paid')
  and exists (select from reversal where stripe_id = debt.stripe_dispute_id and status = 'won');
comment on view broken_debt is 'debt: nobody owes for a dispute that was won';
