-- The messages of the platform's admins as one of them sees them (D64): from people to the admins, and from admins to
-- one person or to everyone. A thread is with one person; person_id is null for a broadcast. Only
-- messages from people count as unread: another admin's broadcast is unread among one's own messages.
create or replace function team_messages(reader uuid) returns table (
  id uuid, from_user_id uuid, audience text, to_user_id uuid, subject varchar, message text, message_type varchar,
  priority varchar, in_reply_to uuid, created_at timestamptz, is_read boolean, is_own boolean, is_unread boolean,
  thread_id uuid, person_id uuid
)
language sql stable as $$
  select mail.id, mail.from_user_id, mail.audience, mail.to_user_id, mail.subject, mail.message, mail.message_type,
    mail.priority, mail.in_reply_to, mail.created_at, state.read_at is not null, mail.from_user_id = reader,
    mail.audience = 'admins' and mail.from_user_id <> reader and state.read_at is null,
    coalesce(mail.in_reply_to, mail.id),
    case mail.audience when 'admins' then mail.from_user_id when 'person' then mail.to_user_id end
  from user_communication as mail
  left join user_communication_state as state on state.communication_id = mail.id and state.user_id = reader
  where mail.audience <> 'organization' and mail.withdrawn_at is null and state.deleted_at is null
    and (mail.audience = 'broadcast' or mail.from_user_id = reader or mail.to_user_id = reader or (select sees_team_messages(reader)))
$$;

-- How far a message got: how many people besides its sender have read it, and when its single recipient first read it.
create or replace view message_reading as
select sent.id,
  (select count(*) from user_communication_state as state
    where state.communication_id = sent.id and state.user_id <> sent.from_user_id and state.read_at is not null
  ) as read_count,
  case when sent.audience = 'person' then (select state.read_at from user_communication_state as state
    where state.communication_id = sent.id and state.user_id = sent.to_user_id) end as seen_at
from user_communication as sent;
