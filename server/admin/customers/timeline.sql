-- The lines of one customer's timeline, newest first: kind, id and time alone, because only the lines of one page are
-- looked up in full. There is one branch for each table, each with an index of its own, and each returns no more lines
-- than the page may hold. A person is given with p_user, an organization with p_organization; p_account is the account
-- of either. Lines before (p_at, p_id) are returned, none from before p_from.
create or replace function customer_lines(
  p_user uuid, p_organization integer, p_account uuid, p_kinds text[], p_from timestamptz, p_at timestamptz, p_id uuid,
  p_limit integer
) returns table (kind text, source text, id uuid, at timestamptz) language sql stable as $$
  select * from (
    (select 'conversation', 'voice_session', talk.id, talk.created_at from voice_session as talk
      where talk.user_id = p_user and 'conversation' = any(p_kinds)
        and talk.created_at >= p_from and (talk.created_at, talk.id) < (p_at, p_id)
      order by talk.created_at desc, talk.id desc limit p_limit)
    union all
    (select 'conversation', 'voice_session', talk.id, talk.created_at from voice_session as talk
      where talk.organization_id = p_organization and 'conversation' = any(p_kinds)
        and talk.created_at >= p_from and (talk.created_at, talk.id) < (p_at, p_id)
      order by talk.created_at desc, talk.id desc limit p_limit)
    union all
    (select 'minutes', 'entry', entry.id, entry.at from entry
      where entry.account_id = p_account and 'minutes' = any(p_kinds)
        and entry.at >= p_from and (entry.at, entry.id) < (p_at, p_id)
      order by entry.at desc, entry.id desc limit p_limit)
    union all
    (select 'payment', 'receipt', bought.id, bought.created_at from credit_purchase as bought
      where bought.account_id = p_account and 'payment' = any(p_kinds)
        and bought.created_at >= p_from and (bought.created_at, bought.id) < (p_at, p_id)
      order by bought.created_at desc, bought.id desc limit p_limit)
    union all
    (select 'payment', 'receipt', month.id, month.created_at from subscription_payment as month
      where month.account_id = p_account and 'payment' = any(p_kinds)
        and month.created_at >= p_from and (month.created_at, month.id) < (p_at, p_id)
      order by month.created_at desc, month.id desc limit p_limit)
    union all
    (select 'payment', 'receipt', debt.id, debt.closed_at from debt
      where debt.account_id = p_account and debt.receipt_number is not null and 'payment' = any(p_kinds)
        and debt.closed_at >= p_from and (debt.closed_at, debt.id) < (p_at, p_id)
      order by debt.closed_at desc, debt.id desc limit p_limit)
    union all
    (select 'payment', 'checkout', opened.id, opened.created_at from checkout as opened
      where opened.account_id = p_account and opened.status <> 'paid' and 'payment' = any(p_kinds)
        and opened.created_at >= p_from and (opened.created_at, opened.id) < (p_at, p_id)
      order by opened.created_at desc, opened.id desc limit p_limit)
    union all
    -- A decline of an automatic purchase is said by the line of the purchase.
    (select 'decline', 'payment_decline', declined.id, declined.declined_at from payment_decline as declined
      where declined.account_id = p_account and 'decline' = any(p_kinds)
        and declined.declined_at >= p_from and (declined.declined_at, declined.id) < (p_at, p_id)
        and not exists (select from checkout as automatic
          where automatic.stripe_payment_intent_id = declined.stripe_payment_intent_id and automatic.kind = 'auto'
            and (automatic.status = 'declined' or declined.code = 'authentication_required'))
      order by declined.declined_at desc, declined.id desc limit p_limit)
    union all
    (select money_back.kind, 'money_back', money_back.id, money_back.created_at from money_back
      where money_back.account_id = p_account and money_back.kind = any(p_kinds)
        and money_back.created_at >= p_from and (money_back.created_at, money_back.id) < (p_at, p_id)
      order by money_back.created_at desc, money_back.id desc limit p_limit)
    union all
    -- An account has one subscription, whose id is the account's.
    (select 'subscription', 'subscription', plan.account_id, plan.past_due_since from subscription as plan
      where plan.account_id = p_account and 'subscription' = any(p_kinds)
        and plan.past_due_since >= p_from and (plan.past_due_since, plan.account_id) < (p_at, p_id))
    union all
    (select 'subscription', 'subscription_event', change.id, change.at from subscription_event as change
      where change.account_id = p_account and 'subscription' = any(p_kinds)
        and change.at >= p_from and (change.at, change.id) < (p_at, p_id)
      order by change.at desc, change.id desc limit p_limit)
    union all
    (select 'subscription', 'seat_change', seats.id, seats.created_at from seat_change as seats
      where seats.account_id = p_account and seats.status = 'done' and 'subscription' = any(p_kinds)
        and seats.created_at >= p_from and (seats.created_at, seats.id) < (p_at, p_id)
      order by seats.created_at desc, seats.id desc limit p_limit)
    union all
    (select 'mail', 'sent_mail', mail.id, mail.at from sent_mail as mail
      where mail.user_id = p_user and 'mail' = any(p_kinds)
        and mail.at >= p_from and (mail.at, mail.id) < (p_at, p_id)
      order by mail.at desc, mail.id desc limit p_limit)
    union all
    (select 'mail', 'sent_mail', mail.id, mail.at from sent_mail as mail
      where mail.organization_id = p_organization and 'mail' = any(p_kinds)
        and mail.at >= p_from and (mail.at, mail.id) < (p_at, p_id)
      order by mail.at desc, mail.id desc limit p_limit)
    union all
    -- Between the person and the team; what people write to each other is theirs (D64).
    (select 'message', 'user_communication', wrote.id, wrote.created_at from user_communication as wrote
      where wrote.from_user_id = p_user and wrote.audience = 'admins' and 'message' = any(p_kinds)
        and wrote.created_at >= p_from and (wrote.created_at, wrote.id) < (p_at, p_id)
      order by wrote.created_at desc, wrote.id desc limit p_limit)
    union all
    (select 'message', 'user_communication', got.id, got.created_at from user_communication as got
      where got.to_user_id = p_user and got.audience = 'person' and 'message' = any(p_kinds)
        and got.created_at >= p_from and (got.created_at, got.id) < (p_at, p_id)
      order by got.created_at desc, got.id desc limit p_limit)
    union all
    (select 'act', 'admin_act', act.id, act.at from admin_act as act
      where act.target_kind = case when p_user is null then 'organization' else 'user' end
        and act.target_id = coalesce(p_user::text, p_organization::text) and 'act' = any(p_kinds)
        and act.at >= p_from and (act.at, act.id) < (p_at, p_id)
      order by act.at desc, act.id desc limit p_limit)
    union all
    (select 'act', 'admin_act', act.id, act.at from admin_act as act
      where 'act' = any(p_kinds) and (act.target_kind, act.target_id) in (
          select 'payment', paid.id::text from credit_purchase as paid where paid.account_id = p_account
          union all
          select 'payment', paid.id::text from subscription_payment as paid where paid.account_id = p_account
          union all
          select 'debt', owed.id::text from debt as owed where owed.account_id = p_account)
        and act.at >= p_from and (act.at, act.id) < (p_at, p_id)
      order by act.at desc, act.id desc limit p_limit)
    union all
    (select 'security', event.source, event.id, event.at from customer_security(p_user) as event
      where 'security' = any(p_kinds) and event.at >= p_from and (event.at, event.id) < (p_at, p_id)
      order by event.at desc, event.id desc limit p_limit)
  ) as line (kind, source, id, at)
  order by at desc, id desc limit p_limit
$$;
