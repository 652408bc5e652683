-- The figures of each agent: conversations of 10 s or more that were not tests (D56), and the rating, which is the
-- average of people's ratings from the fifth on and an editor's number until then (D55). Each figure is a lookup of its
-- own, so that a list pays only for the figures and agents that it shows.
create or replace view agent_figures as
select agent.id as agent_id,
  (select count(*) from voice_session where voice_session.agent_id = agent.id and counted_ms is not null)
    as session_count,
  (select count(*) from agent_rating where agent_rating.agent_id = agent.id) as rating_count,
  (select count(*) >= 5 from agent_rating where agent_rating.agent_id = agent.id) as is_rated_by_people,
  coalesce((select round(avg(stars) * 10)::integer from agent_rating where agent_rating.agent_id = agent.id
    having count(*) >= 5), agent.rating_tenths) as rating_tenths
from agent;

-- What an organization's people may use, and from which rank on: its active assignments. Private agents count only
-- where the organization may have them (D125).
create or replace view assigned_agent as
select organization_agent.id, organization_agent.organization_id, organization_agent.agent_id,
  access_rank(organization_agent.access_level) as rank
from organization_agent
join agent on agent.id = organization_agent.agent_id
where organization_agent.is_active and (not agent.is_private or exists (
  select from private_agent_access as access where access.agent_id = organization_agent.agent_id
    and access.organization_id = organization_agent.organization_id and access.is_active));

-- The agents that a person sees, and whether each can be used at once. In an organization these are the agents assigned
-- to their rank (D53, D124), which never cost extra. Elsewhere they are the public agents and, while one is paused,
-- those that this person has unlocked (D54).
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

-- Returns whether a live conversation with this agent may go on: in an organization while the agent is assigned to the
-- person (D92), for a test as long as the agent exists.
create or replace function may_go_on_with(p_agent uuid, p_user uuid, p_organization integer, p_is_test boolean)
returns boolean language sql stable as $$
  select (agent.is_active or (p_is_test and agent.archived_at is null)) and (p_organization is null or exists (
    select from assigned_agent as assigned
    join organization_user as member on member.organization_id = assigned.organization_id
      and member.user_id = p_user and member.is_active
    where assigned.organization_id = p_organization and assigned.agent_id = agent.id
      and assigned.rank <= member_rank(member.role, member.access_level)))
  from agent where agent.id = p_agent
$$;
