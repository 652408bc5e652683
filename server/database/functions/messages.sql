-- The messages that a person sees: own ones, those to this person and broadcasts, without what was withdrawn or what
-- this person has deleted (D64, D65). Own ones and broadcasts from before the account never count as unread (D66).
create or replace function messages_of(reader uuid) returns table (
  id uuid, from_user_id uuid, audience text, to_user_id uuid, subject varchar, message text, message_type varchar,
  priority varchar, in_reply_to uuid, created_at timestamptz, read_at timestamptz, is_own boolean, is_unread boolean
)
language sql stable as $$
  select sent.id, sent.from_user_id, sent.audience, sent.to_user_id, sent.subject, sent.message, sent.message_type,
    sent.priority, sent.in_reply_to, sent.created_at, state.read_at, sent.from_user_id = reader,
    sent.from_user_id <> reader and state.read_at is null
      and sent.created_at >= (select users.created_at from users where users.id = reader)
  from user_communication as sent
  left join user_communication_state as state on state.communication_id = sent.id and state.user_id = reader
  where (sent.from_user_id = reader or sent.audience = 'broadcast'
      or (sent.audience = 'person' and sent.to_user_id = reader))
    and sent.withdrawn_at is null and state.deleted_at is null
$$;
