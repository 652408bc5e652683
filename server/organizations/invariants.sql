-- What must hold for organizations at any moment, as ledger/invariants.sql says it for minutes.

-- A conversation is paid by the account of its context (D68).
create or replace view broken_payer as
select voice_session.id from voice_session join account on account.id = voice_session.account_id
where voice_session.organization_id is distinct from account.organization_id
  or (voice_session.organization_id is null and account.user_id <> voice_session.user_id);
comment on view broken_payer is 'voice_session [voice_session]: a conversation is paid by the account of its own context';

-- Every organization has a pool from its first moment.
create or replace view broken_pool as
select organization.id from organization
where not exists (select from account where account.organization_id = organization.id);
comment on view broken_pool is 'organization: every organization has a pool';

-- An order is delivered once: a paid registration has its organization, and that organization's pool has its paid
-- month.
create or replace view broken_registration as
select registration.id from business_registration as registration
left join account on account.organization_id = registration.organization_id
where registration.status = 'paid' and not exists (
  select from subscription_payment as paid
  where paid.account_id = account.id and paid.stripe_invoice_id = registration.stripe_invoice_id
    and paid.amount_cents = registration.payment_amount_cents + registration.monthly_total_cents);
comment on view broken_registration is 'business_registration: a paid registration has its organization and its first month';

-- Added seats exist once they are paid, and only then; those paid too late were refunded (D116).
create or replace view broken_seat_change as
select change.id from seat_change as change
left join checkout on checkout.id = change.checkout_id
where checkout.id is not null and (change.status = 'done') <> (checkout.status = 'paid')
  and not (change.status = 'dropped' and exists (
    select from money_back where stripe_payment_intent_id = checkout.stripe_payment_intent_id));
comment on view broken_seat_change is 'seat_change: added seats are there when they are paid, and only then';
