-- Each message moves its conversation in the inbox: a customer's opens it again, an answer makes it wait for the
-- customer. Broadcasts and notices belong to no conversation until a customer answers them.
create or replace function follow_message() returns trigger language plpgsql as $$
begin
  if new.audience = 'admins' then
    insert into inbox_thread (thread_id, person_id, state, begun_at, asked_at, open_since)
    values (coalesce(new.in_reply_to, new.id), new.from_user_id, 'open',
      case when new.in_reply_to is null then new.created_at end, new.created_at, new.created_at)
    on conflict (thread_id, person_id) do update set state = 'open', asked_at = excluded.asked_at,
      open_since = coalesce(inbox_thread.open_since, excluded.open_since);
  elsif new.audience = 'person' and not new.is_notice then
    insert into inbox_thread (thread_id, person_id, state, answered_at)
    values (coalesce(new.in_reply_to, new.id), new.to_user_id, 'waiting', new.created_at)
    on conflict (thread_id, person_id) do update set state = 'waiting', open_since = null,
      answered_at = excluded.answered_at,
      first_answered_at = coalesce(inbox_thread.first_answered_at, excluded.answered_at);
  end if;
  return null;
end $$;
create or replace trigger user_communication_followed after insert on user_communication
  for each row execute function follow_message();

create or replace function follow_contact() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into inbox_thread (contact_id, state, begun_at, asked_at, open_since)
    values (new.id, 'open', new.created_at, new.created_at, new.created_at);
  else
    update inbox_thread set state = 'waiting', open_since = null, answered_at = new.answered_at,
      first_answered_at = new.answered_at
    where contact_id = new.id;
  end if;
  return null;
end $$;
create or replace trigger contact_message_followed after insert or update of answer on contact_message
  for each row execute function follow_contact();
