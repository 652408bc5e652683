-- How the state of an organization comes about: from its payments (D9, D129), unless a platform admin has set it (D149).

-- What the payments of a pool say. An organization that an admin lets be active without them follows them again from the
-- first paid month on; one that an admin has canceled stays so until an admin restores it.
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

-- What a platform admin sets. Active also brings back what was switched off, and needs no keeping where the payments say
-- the same.
create or replace function organization_set_status(
  p_organization integer, p_status text, p_is_plan_ended boolean, p_at timestamptz
) returns void language sql as $$
  update organization set
    subscription_status = p_status,
    past_due_since = null,
    is_active = is_active or p_status = 'active',
    set_by_admin = case when p_status = 'active' and exists (
        select from subscription join account on account.id = subscription.account_id
        where account.organization_id = p_organization and subscription.status in ('active', 'trialing'))
      then null else p_status end,
    plan_ended_by_admin = p_status = 'canceled' and (p_is_plan_ended or plan_ended_by_admin),
    updated_at = p_at
  where id = p_organization
$$;
