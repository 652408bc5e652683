-- When a saved card may be charged without the person (D45, D46).

-- What remains of an account during its live conversations, as people see it (D30), and whether any of its money is
-- disputed or owed, in which case nothing more is charged automatically.
create or replace view account_outlook as
select account.id as account_id,
  greatest(0, account.monthly_ms + account.purchased_ms - coalesce((
    select sum(whole_seconds(voice_session.used_ms)) from voice_session
    where voice_session.account_id = account.id and voice_session.status = 'active'
      and not voice_session.is_test), 0))::bigint as balance_ms,
  exists (select from lot where lot.account_id = account.id and lot.dispute = 'open')
    or exists (select from debt where debt.account_id = account.id and debt.status = 'open') as is_on_hold
from account;

-- The highest balance at which a package is bought: a person's threshold itself (D45), for a pool just below the
-- threshold (D109).
create or replace function low_from_ms(p auto_purchase) returns bigint language sql immutable as $$
  select p.threshold_minutes * 60000 - case when p.tier like 'pool\_%' then 1 else 0 end
$$;

-- Returns whether something follows from a balance now: it is above its threshold again, or it is low and a package is
-- to be bought, at the crossing, when a retry is due, or with another card than the one declined last. This is the only
-- definition, and cheap enough for every tick of a conversation.
create or replace function auto_purchase_is_due(p_account uuid, p_at timestamptz) returns boolean
language sql stable as $$
  select coalesce(case
    when account_outlook.balance_ms > low_from_ms(auto_purchase) then not armed or retry_at is not null
    else not account_outlook.is_on_hold
      and (armed or retry_at <= p_at
        or blocked_fingerprint <> coalesce(payer.card_fingerprint, payer.payment_method_id))
      and not exists (select from checkout where checkout.account_id = p_account and checkout.kind = 'auto'
        and checkout.status = 'open' and not checkout.needs_confirmation)
    end, false)
  from auto_purchase
  join account_outlook on account_outlook.account_id = auto_purchase.account_id
  left join payer on payer.account_id = auto_purchase.account_id
  where auto_purchase.account_id = p_account and auto_purchase.enabled
$$;
