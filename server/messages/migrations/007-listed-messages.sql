-- The orders, the filters and the search of the panel's lists of messages, each in the words of its statement.
create index user_communication_by_time on user_communication (created_at, id) where audience <> 'organization';
create index user_communication_by_thread on user_communication (coalesce(in_reply_to, id), created_at, id)
  where audience <> 'organization';
create index user_communication_searched on user_communication
  using gin (searchable(subject || ' ' || message) gin_trgm_ops) where audience <> 'organization';
create index user_communication_notices on user_communication (id) where audience = 'broadcast' or is_notice;
create index contact_message_searched on contact_message
  using gin (searchable(name || ' ' || email || ' ' || message) gin_trgm_ops);
-- Messages that the team sees no more; they are few.
create index user_communication_withdrawn on user_communication (id) where withdrawn_at is not null;
create index user_communication_state_deleted on user_communication_state (user_id) where deleted_at is not null;
create index inbox_thread_by_time on inbox_thread (coalesce(asked_at, answered_at), id);
create index inbox_thread_by_state on inbox_thread (state, coalesce(asked_at, answered_at), id);
create index inbox_thread_by_waiting on inbox_thread (open_since, coalesce(asked_at, answered_at), id)
  where open_since is not null;
