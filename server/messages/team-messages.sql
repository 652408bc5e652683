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

-- Conversations of the inbox of which an admin does not see every message; they are few.
create or replace function partly_seen_threads(reader uuid) returns table (thread_id uuid, person_id uuid)
language sql stable as $$
  select coalesce(gone.in_reply_to, gone.id), coalesce(gone.to_user_id, gone.from_user_id)
  from user_communication as gone where gone.withdrawn_at is not null
  union
  select coalesce(gone.in_reply_to, gone.id), coalesce(gone.to_user_id, gone.from_user_id)
  from user_communication_state as state join user_communication as gone on gone.id = state.communication_id
  where state.user_id = reader and state.deleted_at is not null
$$;

-- Conversations of the inbox with a pattern in their messages, or in the name or address of their person; each branch has
-- an index in its words.
create or replace function found_threads(reader uuid, pattern text) returns table (id uuid)
language sql stable as $$
  select thread.id from users join inbox_thread as thread on thread.person_id = users.id
  where searchable(users.first_name || ' ' || users.last_name || ' ' || users.email) like pattern
  union all
  select thread.id from contact_message as contact join inbox_thread as thread on thread.contact_id = contact.id
  where searchable(contact.name || ' ' || contact.email || ' ' || contact.message) like pattern
  union all
  select thread.id from team_messages(reader) as mail
  join inbox_thread as thread on thread.thread_id = mail.thread_id and thread.person_id = mail.person_id
  where searchable(mail.subject || ' ' || mail.message) like pattern
$$;
