-- The orders and the search of the panel's list of people, each with the words of its statement.
create index users_by_name on users (lower(first_name || ' ' || last_name || ' ' || email), id) where erased_at is null;
create index users_by_role on users (
  (case when (case when role = 'admin' then 'owner' else staff_role end) is null then role else 'admin' end),
  lower(first_name || ' ' || last_name || ' ' || email), id) where erased_at is null;
create index users_by_status on users ((not is_active), lower(first_name || ' ' || last_name || ' ' || email), id)
  where erased_at is null;
create index users_by_creation on users (created_at, lower(first_name || ' ' || last_name || ' ' || email), id)
  where erased_at is null;
create index users_searched on users using gin
  (searchable(first_name || ' ' || last_name || ' ' || email) gin_trgm_ops);
create index users_inactive on users (lower(first_name || ' ' || last_name || ' ' || email), id)
  where not is_active and removed_at is null;
