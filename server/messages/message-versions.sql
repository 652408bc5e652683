-- Each change of a message raises the versions of those who may read it, in the same transaction. A transaction that
-- changes messages of several readers locks their versions in one order.

create or replace function raise_message_versions(p_readers text[]) returns void language sql as $$
  insert into message_version (reader, n)
  select distinct reader, 1 from unnest(p_readers) as reader where reader is not null order by reader
  on conflict (reader) do update set n = message_version.n + 1
$$;

-- The answers in a thread with an organization also concern the person who began it.
create or replace function note_changed_messages() returns trigger language plpgsql as $$
begin
  perform raise_message_versions(array(
    select unnest(array[changed.to_user_id::text,
      case changed.audience when 'broadcast' then 'everyone' when 'organization' then changed.from_user_id::text end,
      'organization:' || changed.organization_id,
      asked.from_user_id::text])
    from changed left join user_communication as asked on asked.id = changed.in_reply_to));
  return null;
end $$;
create or replace trigger user_communication_added after insert on user_communication
  referencing new table as changed for each statement execute function note_changed_messages();
create or replace trigger user_communication_changed after update on user_communication
  referencing old table as changed for each statement execute function note_changed_messages();
create or replace trigger user_communication_removed after delete on user_communication
  referencing old table as changed for each statement execute function note_changed_messages();

create or replace function note_read_messages() returns trigger language plpgsql as $$
begin
  perform raise_message_versions(array(select user_id::text from changed));
  return null;
end $$;
create or replace trigger user_communication_state_added after insert on user_communication_state
  referencing new table as changed for each statement execute function note_read_messages();
create or replace trigger user_communication_state_changed after update on user_communication_state
  referencing new table as changed for each statement execute function note_read_messages();
create or replace trigger user_communication_state_removed after delete on user_communication_state
  referencing old table as changed for each statement execute function note_read_messages();
