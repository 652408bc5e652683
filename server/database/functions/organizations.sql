-- What organizations mean for their people: who may use what, and who answers for the pool.

-- The words for levels as numbers: who has at least the number of an agent may use it (D124).
create or replace function access_rank(p_level text) returns integer language sql immutable as $$
  select case p_level when 'standard' then 1 when 'premium' then 2 when 'full' then 3 when 'admin-only' then 4 end
$$;

-- Guests stay at the first level whatever is stored, and only admins reach the last one (D124).
create or replace function member_rank(p_role text, p_level text) returns integer language sql immutable as $$
  select case p_role when 'admin' then 4 when 'guest' then 1 else least(access_rank(p_level), 3) end
$$;

-- The organizations that there are, with their pools.
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

-- What an organization's people may use, from which rank on: its active assignments, of private agents only those that
-- the organization may have (D125).
create or replace view assigned_agent as
select organization_agent.id, organization_agent.organization_id, organization_agent.agent_id,
  access_rank(organization_agent.access_level) as rank
from organization_agent
join agent on agent.id = organization_agent.agent_id
where organization_agent.is_active and (not agent.is_private or exists (
  select from private_agent_access as access where access.agent_id = organization_agent.agent_id
    and access.organization_id = organization_agent.organization_id and access.is_active));

-- The agents that somebody sees, and whether each may be used at once. In an organization: what it has assigned to their
-- rank (D53, D124), which never costs extra; else what is public or, while it is paused, unlocked by this person (D54).
create or replace function visible_agents(p_user uuid, p_is_admin boolean, p_organization integer, p_rank integer)
returns table (agent_id uuid, is_unlocked boolean) language sql stable as $$
  select agent.id, not agent.is_premium or unlocked.agent_id is not null
  from agent
  left join user_agent_unlock as unlocked on unlocked.agent_id = agent.id and unlocked.user_id = p_user
  where p_organization is null and agent.archived_at is null
    and (p_is_admin or (not agent.is_private and (agent.is_active or unlocked.agent_id is not null)))
  union all
  select assigned.agent_id, true from assigned_agent as assigned
  where assigned.organization_id = p_organization and assigned.rank <= p_rank
$$;

-- The admins whom an organization has: with a seat there, an account that is not deactivated, and no wish to be forgotten
-- (D28). Nothing else says who is one.
create or replace view present_admin as
select member.organization_id, member.user_id, member.joined_at
from organization_user as member
join users on users.id = member.user_id and users.is_active and users.deletion_requested_at is null
where member.role = 'admin' and member.is_active;

-- In whose name an account pays, and who is told: its person, or the organization's admin who made it, else the one
-- who has been admin for the longest time; before anybody is, the one for whom it was made (D106).
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

-- Who answers for the payments of an account and hears of them: its person, or every admin of the organization.
create or replace view account_payer as
select account.id as account_id, account.user_id from account where account.user_id is not null
union all
select account.id, present_admin.user_id from account
join present_admin on present_admin.organization_id = account.organization_id;

-- Every conversation that was paid by a pool: who, with which agent, how long; never words (D135).
create or replace view organization_usage as
select entry.id, voice_session.organization_id, voice_session.user_id, voice_session.id as session_id,
  voice_session.agent_id, voice_session.used_ms, -entry.amount_ms as charged_ms, entry.at as tracking_date, entry.notes
from voice_session
join entry on entry.account_id = voice_session.account_id and entry.kind = 'usage'
  and entry.ref = voice_session.id::text
where voice_session.organization_id is not null;

-- What somebody has talked in an organization in the calendar month (UTC) of p_at, in all, and as far as it is charged.
-- A conversation counts whole in the month in which it was started; the live one is charged when it ends (D131).
create or replace function member_month(
  p_organization integer, p_user uuid, p_at timestamptz, out talked_ms bigint, out charged_ms bigint
) language sql stable as $$
  select coalesce(sum(coalesce(talk.charged_ms, talk.used_ms / 1000 * 1000)), 0)::bigint,
    coalesce(sum(talk.charged_ms), 0)::bigint
  from voice_session as talk
  where talk.user_id = p_user and talk.organization_id = p_organization
    and talk.created_at >= date_trunc('month', p_at, 'UTC')
    and talk.created_at < (date_trunc('month', p_at at time zone 'UTC') + interval '1 month') at time zone 'UTC'
$$;

-- What the organization leaves somebody of that month; null without a limit.
create or replace function member_month_left(p_organization integer, p_user uuid, p_at timestamptz) returns bigint
language sql stable as $$
  select greatest(member.monthly_limit_minutes * 60000::bigint - month.charged_ms, 0)
  from organization_user as member
  cross join lateral member_month(member.organization_id, member.user_id, p_at) as month
  where member.organization_id = p_organization and member.user_id = p_user
    and member.monthly_limit_minutes is not null
$$;

-- A conversation is paid by the account of the context that it was held in (D68).
create or replace view broken_payer as
select voice_session.id from voice_session join account on account.id = voice_session.account_id
where voice_session.organization_id is distinct from account.organization_id
  or (voice_session.organization_id is null and account.user_id <> voice_session.user_id);
comment on view broken_payer is 'voice_session: a conversation is paid by the account of its own context';

-- Every organization has its pool from the first moment on.
create or replace view broken_pool as
select organization.id from organization
where not exists (select from account where account.organization_id = organization.id);
comment on view broken_pool is 'organization: every organization has a pool';

-- What an organization's number of people is held against: who is there, and who was invited by name. Seats that end
-- with the month are given to nobody any more (D116).
create or replace function organization_seats(
  p_organization integer, p_at timestamptz, out max_users integer, out active integer, out pending integer
) language sql stable as $$
  select coalesce(organization.next_max_users, organization.max_users),
    (select count(*) from organization_user as member
      where member.organization_id = organization.id and member.is_active)::integer,
    (select count(*) from organization_invitation as invitation
      where invitation.organization_id = organization.id and invitation.status = 'pending'
        and invitation.invitation_type <> 'link' and invitation.expires_at > p_at)::integer
  from organization where organization.id = p_organization
$$;

-- What was ordered is delivered once: a paid registration has its organization, and that one's pool its paid month.
create or replace view broken_registration as
select registration.id from business_registration as registration
left join account on account.organization_id = registration.organization_id
where registration.status = 'paid' and not exists (
  select from subscription_payment as paid
  where paid.account_id = account.id and paid.stripe_invoice_id = registration.stripe_invoice_id
    and paid.amount_cents = registration.payment_amount_cents + registration.monthly_total_cents);
comment on view broken_registration is 'business_registration: a paid registration has its organization and its first month';

-- Added seats are there when they are paid, and only then; those that came too late were given back (D116).
create or replace view broken_seat_change as
select change.id from seat_change as change
left join checkout on checkout.id = change.checkout_id
where checkout.id is not null and (change.status = 'done') <> (checkout.status = 'paid')
  and not (change.status = 'dropped' and exists (
    select from reversal where stripe_payment_intent_id = checkout.stripe_payment_intent_id));
comment on view broken_seat_change is 'seat_change: added seats are there when they are paid, and only then';
