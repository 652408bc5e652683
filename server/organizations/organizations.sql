-- All organizations, and who is responsible for their pools.

-- All organizations with their pools.
create or replace view organization_pool as
select organization.id as organization_id, organization.name, organization.slug, organization.logo_url,
  organization.primary_color, organization.secondary_color, organization.is_active, organization.subscription_status,
  organization.past_due_since, organization.max_users, account.id as account_id, account_outlook.balance_ms,
  coalesce((select sum(debt.amount_cents) from debt
    where debt.account_id = account.id and debt.status = 'open'), 0)::integer as debt_cents
from organization
join account on account.organization_id = organization.id
join account_outlook on account_outlook.account_id = account.id
where organization.archived_at is null;

-- In whose name an account pays, and who is notified: its person, or the organization's admin who created it, otherwise
-- the longest-serving admin; before there is one, the person for whom it was created (D106).
create or replace view account_contact as
select account.id as account_id, coalesce(account.user_id, leading_admin.user_id, made.created_by) as user_id,
  account.organization_id
from account
left join organization as made on made.id = account.organization_id
left join lateral (
  select present_admin.user_id from present_admin
  where present_admin.organization_id = account.organization_id
  order by (present_admin.user_id = made.created_by) desc nulls last, present_admin.joined_at, present_admin.user_id
  limit 1
) as leading_admin on true;

-- Who is responsible for the payments of an account and is notified of them: its person, or every admin of the
-- organization.
create or replace view account_payer as
select account.id as account_id, account.user_id from account where account.user_id is not null
union all
select account.id, present_admin.user_id from account
join present_admin on present_admin.organization_id = account.organization_id;

-- An organization's state follows from its payments (D9, D129), unless a platform admin has set it (D149).

-- Applies what the payments of a pool say. An organization that an admin lets be active without payments follows them
-- again from the first paid month on; one that an admin has canceled stays canceled until an admin restores it.
create or replace function organization_follow_payments(
  p_account uuid, p_status text, p_past_due_since timestamptz, p_at timestamptz
) returns void language sql as $$
  update organization set
    subscription_status = coalesce(set_by_admin, p_status),
    past_due_since = case when set_by_admin is null then p_past_due_since end,
    set_by_admin = case when set_by_admin = 'active' and p_status = 'active' then null else set_by_admin end,
    updated_at = p_at
  from account where account.organization_id = organization.id and account.id = p_account
$$;

-- Applies what a platform admin sets. Active also restores what was switched off, and need not be stored where the
-- payments say the same (p_paid: what a subscription is called whose month is paid).
drop function if exists organization_set_status(integer, text, boolean, timestamptz);
create or replace function organization_set_status(
  p_organization integer, p_status text, p_paid text[], p_is_plan_ended boolean, p_at timestamptz
) returns void language sql as $$
  update organization set
    subscription_status = p_status,
    past_due_since = null,
    is_active = is_active or p_status = 'active',
    set_by_admin = case when p_status = 'active' and exists (
        select from subscription join account on account.id = subscription.account_id
        where account.organization_id = p_organization and subscription.status = any(p_paid))
      then null else p_status end,
    plan_ended_by_admin = p_status = 'canceled' and (p_is_plan_ended or plan_ended_by_admin),
    updated_at = p_at
  where id = p_organization
$$;
