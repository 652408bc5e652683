-- Who belongs to an organization, who runs it, and how long its people talk in a month.

-- The admins of an organization: with a seat there, an account that is not deactivated, and no request to be erased
-- (D28). This is the only definition.
create or replace view present_admin as
select member.organization_id, member.user_id, member.joined_at
from organization_user as member
join users on users.id = member.user_id and users.is_active and users.deletion_requested_at is null
where member.role = 'admin' and member.is_active;

-- Returns what a person has talked in an organization in the calendar month (UTC) of p_at, in total and as charged. A
-- conversation counts fully in the month in which it started; a live one is charged when it ends (D131).
create or replace function member_month(
  p_organization integer, p_user uuid, p_at timestamptz, out talked_ms bigint, out charged_ms bigint
) language sql stable as $$
  select coalesce(sum(coalesce(talk.charged_ms, whole_seconds(talk.used_ms))), 0)::bigint,
    coalesce(sum(talk.charged_ms), 0)::bigint
  from voice_session as talk
  where talk.user_id = p_user and talk.organization_id = p_organization
    and talk.created_at >= month_start(p_at) and talk.created_at < month_start(p_at, 1)
$$;

-- Returns what the organization leaves a person of that month; null without a limit.
create or replace function member_month_left(p_organization integer, p_user uuid, p_at timestamptz) returns bigint
language sql stable as $$
  select greatest(member.monthly_limit_minutes * 60000::bigint - month.charged_ms, 0)
  from organization_user as member
  cross join lateral member_month(member.organization_id, member.user_id, p_at) as month
  where member.organization_id = p_organization and member.user_id = p_user
    and member.monthly_limit_minutes is not null
$$;

-- Returns the seats of an organization that are taken by its people and by open invitations by name. Seats that end
-- with the month are not given away (D116).
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
