-- What became of a request, and a column more of the messages that somebody sees.

-- A published request can name the agent that came of it (D61).
alter table agent_request
  add column agent_id uuid references agent (id) on delete set null,
  add constraint agent_request_agent check (agent_id is null or status = 'published');
create index agent_request_by_agent on agent_request (agent_id) where agent_id is not null;

-- The function is made anew with another answer.
drop function if exists messages_of(uuid);
