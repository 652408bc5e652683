-- The orders and the search of the panel's list of requests, each in the words of its statement.
create index agent_request_by_time on agent_request (created_at, id);
create index agent_request_by_name on agent_request (lower(agent_name), created_at, id);
create index agent_request_by_status on agent_request (status, created_at, id);
create index agent_request_searched on agent_request
  using gin (searchable(agent_name || ' ' || description || ' ' || use_case) gin_trgm_ops);
