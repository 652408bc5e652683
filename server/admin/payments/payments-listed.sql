-- Keeps listed_payment as payment_line says, whatever wrote the payment: each change of what a payment consists of
-- lists it again.

-- Lists these payments as they are now, and those that no longer are payments not at all.
create or replace function list_payments(p_ids uuid[]) returns void
language sql security definer set search_path from current as $$
  -- Two changes of one payment wait for each other, and the later one sees what the first has written.
  select from listed_payment where id = any(p_ids) order by id for no key update;
  delete from listed_payment where id = any(p_ids)
    and not exists (select from payment_line where payment_line.id = listed_payment.id);
  insert into listed_payment (id, account_id, kind, state, amount_cents, stripe_payment_intent_id, stripe_invoice_id,
    created_at)
  select id, account_id, kind, state, amount_cents, stripe_payment_intent_id, stripe_invoice_id, created_at
  from payment_line where id = any(p_ids)
  on conflict (id) do update set account_id = excluded.account_id, kind = excluded.kind, state = excluded.state,
    amount_cents = excluded.amount_cents, stripe_payment_intent_id = excluded.stripe_payment_intent_id,
    stripe_invoice_id = excluded.stripe_invoice_id, created_at = excluded.created_at
  where listed_payment.* is distinct from excluded.*
$$;

-- An opened payment. A month that was charged by itself is no payment of its own once a checkout has its invoice.
create or replace function list_opened_payment() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  perform list_payments(array[new.id, old.id]
    || array(select id from subscription_payment where stripe_invoice_id = new.stripe_invoice_id));
  return null;
end $$;
create or replace trigger checkout_listed after insert or update on checkout
  for each row execute function list_opened_payment();
create or replace trigger business_registration_listed after insert or update on business_registration
  for each row execute function list_opened_payment();
create or replace trigger subscription_payment_listed after insert or update on subscription_payment
  for each row execute function list_opened_payment();

create or replace function list_unopened_payment() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  perform list_payments(array[old.id]);
  return null;
end $$;
create or replace trigger business_registration_unlisted after delete on business_registration
  for each row execute function list_unopened_payment();

-- A refund or a dispute changes the state of its payment.
create or replace function list_returned_payment() returns trigger
language plpgsql security definer set search_path from current as $$
begin
  perform list_payments(array(
    select id from listed_payment where stripe_payment_intent_id = new.stripe_payment_intent_id));
  return null;
end $$;
create or replace trigger money_back_listed after insert or update on money_back
  for each row execute function list_returned_payment();

create or replace view broken_listed_payment as
select coalesce(listed_payment.id, line.id) as id, listed_payment.state, line.state as expected_state
from listed_payment
full join (
  select id, account_id, kind, state, amount_cents, stripe_payment_intent_id, stripe_invoice_id, created_at
  from payment_line
) as line on line.id = listed_payment.id
where (line.id, line.account_id, line.kind, line.state, line.amount_cents, line.stripe_payment_intent_id,
    line.stripe_invoice_id, line.created_at)
  is distinct from (listed_payment.id, listed_payment.account_id, listed_payment.kind, listed_payment.state,
    listed_payment.amount_cents, listed_payment.stripe_payment_intent_id, listed_payment.stripe_invoice_id,
    listed_payment.created_at);
comment on view broken_listed_payment is 'listed_payment: the list of payments shows each payment as it is, once';
