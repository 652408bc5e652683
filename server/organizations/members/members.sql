-- Who belongs to an organization, who runs it, and what its people talk in a month.

-- The admins whom an organization has: with a seat there, an account that is not deactivated, and no request to be forgotten
-- (D28). Nothing else says who is one.
create or replace view present_admin as
select member.organization_id, member.user_id, member.joined_at
from organization_user as member
join users on users.id = member.user_id and users.is_active and users.deletion_requested_at is null
where member.role = 'admin' and member.is_active;

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
