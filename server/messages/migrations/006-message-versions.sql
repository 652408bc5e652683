-- How often the messages of a reader have changed, so that an unread count is not counted again until one does. A reader
-- is a person by id, `organization:` with the id for the admins of an organization, or `everyone`.
create table message_version (
  reader text primary key,
  n bigint not null
) with (fillfactor = 50);
