-- The payments of receipts, refunds and disputes: by receipt number, card, our id or the provider's. What is null is
-- not looked for.
create or replace function payments_named(p_number bigint, p_card text, p_id uuid, p_stripe_id text)
returns table (payment_intent_id text, invoice_id text) language sql stable as $$
  select stripe_payment_intent_id, stripe_invoice_id from subscription_payment
  where receipt_number = p_number or right(paid_with, 4) = p_card or id = p_id
  union all
  select stripe_payment_intent_id, null from credit_purchase
  where receipt_number = p_number or right(paid_with, 4) = p_card or id = p_id
  union all
  select stripe_payment_intent_id, null from debt
  where receipt_number = p_number or right(paid_with, 4) = p_card or id = p_id
  union all
  select stripe_payment_intent_id, null from money_back
  where receipt_number = p_number or stripe_id = p_stripe_id or id = p_id
$$;

-- The accounts of people and organizations by name or address, and of a customer at the provider.
create or replace function payers_named(p_pattern text, p_stripe_id text)
returns table (account_id uuid) language sql stable as $$
  select account.id from account join users on users.id = account.user_id
  where searchable(users.first_name || ' ' || users.last_name || ' ' || users.email) like searchable(p_pattern)
  union all
  select account.id from account join organization on organization.id = account.organization_id
  where searchable(organization.name || ' ' || organization.contact_email) like searchable(p_pattern)
  union all
  select payer.account_id from payer where stripe_customer_id = p_stripe_id
$$;

-- The payments that a search means, each once. `offset 0` keeps each look-up apart, so that it goes by index.
create or replace function payments_found(p_pattern text, p_number bigint, p_card text, p_amount_cents integer,
  p_id uuid, p_stripe_id text)
returns setof listed_payment language sql stable as $$
  select * from listed_payment where id = p_id
  union
  select * from listed_payment where amount_cents = p_amount_cents
  union
  select * from listed_payment where stripe_payment_intent_id = p_stripe_id
  union
  select * from listed_payment where stripe_invoice_id = p_stripe_id
  union
  select listed.* from payments_named(p_number, p_card, p_id, p_stripe_id) as named
  cross join lateral (
    select * from listed_payment where stripe_payment_intent_id = named.payment_intent_id offset 0) as listed
  union
  select listed.* from payments_named(p_number, p_card, p_id, p_stripe_id) as named
  cross join lateral (select * from listed_payment where stripe_invoice_id = named.invoice_id offset 0) as listed
  union
  select listed.* from payment_decline as decline
  join listed_payment as listed on listed.stripe_payment_intent_id = decline.stripe_payment_intent_id
  where decline.card_last4 = p_card
  union
  select listed.* from payers_named(p_pattern, p_stripe_id) as payer
  cross join lateral (select * from listed_payment where account_id = payer.account_id offset 0) as listed
  union
  select listed.* from business_registration as registration
  join listed_payment as listed on listed.id = registration.id
  where searchable(registration.organization_name) like searchable(p_pattern)
    or searchable(registration.contact_email) like searchable(p_pattern)
$$;

-- One page of the list by payer, with the number of all matches: a row without an id when the page is empty. The
-- payments of each payer are counted first, so that only payers on the page have theirs sorted. Payers of one name stay
-- apart. Each call is planned for its filters.
create or replace function payments_by_payer(p_is_down boolean, p_kind text, p_state text, p_from timestamptz,
  p_before timestamptz, p_limit integer, p_offset integer)
returns table (payment_id uuid, matches bigint) language plpgsql stable set plan_cache_mode to force_custom_plan as $$
begin
  return query
    with matching as not materialized (
      select id, created_at, account_id from listed_payment
      where (p_kind is null or kind = p_kind) and (p_state is null or state = p_state)
        and (p_from is null or created_at >= p_from) and (p_before is null or created_at < p_before)
    ), payer as (
      select account_id, payments, sum(payments) over (
          order by case when not p_is_down then name end, case when p_is_down then name end desc, account_id
          rows unbounded preceding) as reaches
      from (select account_id, count(*)::integer as payments from matching group by account_id) as counted
      left join lateral (
        select lower(coalesce(organization.name, users.first_name || ' ' || users.last_name)) as name from account
        left join organization on organization.id = account.organization_id
        left join users on users.id = account.user_id where account.id = counted.account_id
      ) as named on true
    ), shown as (
      select account_id, reaches, reaches - payments as before from payer
      where reaches > p_offset and reaches - payments < p_offset::bigint + p_limit
    ), sorted as (
      select of_payer.id, row_number() over (order by reaches, created_at desc, id desc)
          + (select min(before) from shown) as place
      from shown cross join lateral (
        select id, created_at from matching where account_id = shown.account_id
        union all
        select id, created_at from matching where account_id is null and shown.account_id is null
      ) as of_payer
    )
    select sorted.id, counted.total from (select coalesce(max(reaches), 0) as total from payer) as counted
    left join sorted on place > p_offset and place <= p_offset::bigint + p_limit
    order by place;
end $$;

-- What one payment bought: its receipts, and the card as they print it.
create or replace function payment_receipts(p_intent text, p_invoice text)
returns table (items text[], receipt_numbers integer[], paid_with text) language sql stable as $$
  select coalesce(array_agg(item order by receipt_number) filter (where item is not null), '{}'),
    coalesce(array_agg(receipt_number::integer order by receipt_number), '{}'), max(paid_with)
  from (
    select item, receipt_number, paid_with from credit_purchase where stripe_payment_intent_id = p_intent
    union all
    select item, receipt_number, paid_with from subscription_payment where stripe_payment_intent_id = p_intent
    union all
    select item, receipt_number, paid_with from subscription_payment
    where stripe_invoice_id = p_invoice and stripe_payment_intent_id is null
    union all
    select null, receipt_number, paid_with from debt
    where stripe_payment_intent_id = p_intent and receipt_number is not null
  ) as part
$$;
