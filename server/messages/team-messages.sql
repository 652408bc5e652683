-- The messages of the platform's admins as one of them sees them (D64): from people to the admins, and from admins to
-- one person or to everyone. A thread is with one person; person_id is null for a broadcast. Only
-- messages from people count as unread: another admin's broadcast is unread among one's own messages.
create or replace function team_messages(reader uuid) returns table (
  id uuid, from_user_id uuid, audience text, to_user_id uuid, subject varchar, message text, message_type varchar,
  priority varchar, in_reply_to uuid, created_at timestamptz, is_read boolean, is_own boolean, is_unread boolean,
  thread_id uuid, person_id uuid
)
language sql stable as $$
  select seen.id, seen.from_user_id, seen.audience, seen.to_user_id, seen.subject, seen.message, seen.message_type,
    seen.priority, seen.in_reply_to, seen.created_at, seen.read_at is not null, seen.is_own,
    seen.is_unread and seen.audience = 'admins', coalesce(seen.in_reply_to, seen.id),
    case seen.audience when 'admins' then seen.from_user_id when 'person' then seen.to_user_id end
  from messages_of(reader) as seen where seen.audience <> 'organization'
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
