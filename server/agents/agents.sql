-- What is counted of each agent: conversations of 10 s or more that were no tests (D56), and the rating, which is the
-- average of people's own from the fifth on and until then what an editor typed (D55). Each figure is a lookup of its own,
-- so that a list pays only for those that it shows, of the agents that it shows.
create or replace view agent_figures as
select agent.id as agent_id,
  (select count(*) from voice_session where voice_session.agent_id = agent.id and counted_ms is not null)
    as session_count,
  (select count(*) from agent_rating where agent_rating.agent_id = agent.id) as rating_count,
  (select count(*) >= 5 from agent_rating where agent_rating.agent_id = agent.id) as is_rated_by_people,
  coalesce((select round(avg(stars) * 10)::integer from agent_rating where agent_rating.agent_id = agent.id
    having count(*) >= 5), agent.rating_tenths) as rating_tenths
from agent;

-- What an organization's people may use, from which rank on: its active assignments, of private agents only those that
-- the organization may have (D125).
create or replace view assigned_agent as
select organization_agent.id, organization_agent.organization_id, organization_agent.agent_id,
  access_rank(organization_agent.access_level) as rank
from organization_agent
join agent on agent.id = organization_agent.agent_id
where organization_agent.is_active and (not agent.is_private or exists (
  select from private_agent_access as access where access.agent_id = organization_agent.agent_id
    and access.organization_id = organization_agent.organization_id and access.is_active));

-- The agents that somebody sees, and whether each may be used at once. In an organization: what it has assigned to their
-- rank (D53, D124), which never costs extra; else what is public or, while it is paused, unlocked by this person (D54).
create or replace function visible_agents(p_user uuid, p_is_admin boolean, p_organization integer, p_rank integer)
returns table (agent_id uuid, is_unlocked boolean) language sql stable as $$
  select agent.id, not agent.is_premium or unlocked.agent_id is not null
  from agent
  left join user_agent_unlock as unlocked on unlocked.agent_id = agent.id and unlocked.user_id = p_user
  where p_organization is null and agent.archived_at is null
    and (p_is_admin or (not agent.is_private and (agent.is_active or unlocked.agent_id is not null)))
  union all
  select assigned.agent_id, true from assigned_agent as assigned
  where assigned.organization_id = p_organization and assigned.rank <= p_rank
$$;
