-- An agent has the words of its newest version. One inserted directly gets its first with its first save.
create or replace view broken_agent_version as
select agent.id
from agent
cross join lateral (
  select system_prompt, first_message from agent_version
  where agent_version.agent_id = agent.id order by revision desc limit 1
) as newest
where (newest.system_prompt, newest.first_message) is distinct from (agent.system_prompt, agent.first_message);
comment on view broken_agent_version is 'agent: its words are those of its newest version';
