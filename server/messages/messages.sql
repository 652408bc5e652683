-- Returns whether a person has the duty messages.read (contract/identity/staff.ts).
create or replace function sees_team_messages(reader uuid) returns boolean language sql stable as $$
  select exists (select from users where users.id = reader
    and staff_role_of(users) <> 'content' and not must_set_up_two_factor(users.id, role_of(users)))
$$;

-- The messages that a person sees: their own, those to them and broadcasts, without what was withdrawn or what they
-- deleted (D64, D65). Messages to an organization are for its admins, and the answers are also for the person who began
-- the thread. A person's own messages, and broadcasts from before their account, never count as unread (D66). Platform
-- admins share their team's messages: what people wrote to them, and what each of them wrote to a person. Those are
-- marked, because they belong to the admin panel and not to the admin's own messages; nobody sees them while the role
-- is suspended for lack of a second factor (D27). There is one branch for each way to get a message, each with its own
-- index: the unread count is read with every request, and people who send many messages may get few.

create or replace function messages_of(reader uuid) returns table (
  id uuid, from_user_id uuid, audience text, to_user_id uuid, subject varchar, message text, message_type varchar,
  priority varchar, in_reply_to uuid, created_at timestamptz, read_at timestamptz, is_own boolean, is_unread boolean,
  is_team_message boolean
)
language sql stable as $$
  select got.id, got.from_user_id, got.audience, got.to_user_id, got.subject, got.message, got.message_type,
    got.priority, got.in_reply_to, got.created_at, state.read_at, got.is_own, got.counts and state.read_at is null,
    got.is_team_message
  from (
    select own.*, true as is_own, false as counts,
      own.audience = 'person' and own.to_user_id <> reader as is_team_message
    from user_communication as own where own.from_user_id = reader
    union all
    select personal.*, false, true, false from user_communication as personal
    where personal.audience = 'person' and personal.to_user_id = reader and personal.from_user_id <> reader
    union all
    select broadcast.*, false,
      broadcast.created_at >= (select users.created_at from users where users.id = reader), false
    from user_communication as broadcast where broadcast.audience = 'broadcast' and broadcast.from_user_id <> reader
    union all
    select for_admins.*, false, for_admins.created_at >= member.joined_at, false
    from organization_user as member
    join user_communication as for_admins on for_admins.organization_id = member.organization_id
      and for_admins.audience = 'organization' and for_admins.from_user_id <> reader
    where member.user_id = reader and member.role = 'admin' and member.is_active
    union all
    select answer.*, false, true, false
    from user_communication as asked
    join user_communication as answer on answer.in_reply_to = asked.id and answer.audience = 'organization'
      and answer.from_user_id <> reader
    where asked.from_user_id = reader and asked.audience = 'organization' and not exists (
      select from organization_user as member where member.organization_id = asked.organization_id
        and member.user_id = reader and member.role = 'admin' and member.is_active)
    union all
    select team.*, false, team.audience = 'admins', true
    from user_communication as team
    where team.audience in ('admins', 'person') and team.from_user_id <> reader
      and team.to_user_id is distinct from reader and (select sees_team_messages(reader))
  ) as got
  left join user_communication_state as state on state.communication_id = got.id and state.user_id = reader
  where got.withdrawn_at is null and state.deleted_at is null
$$;
