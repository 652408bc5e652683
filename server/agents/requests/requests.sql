-- The organization for which an agent is requested: the request's own, otherwise the one that its person has belonged
-- to longest.
create or replace view request_place as
select agent_request.id as request_id, coalesce(agent_request.organization_id, (
  select member.organization_id from organization_user as member
  where member.user_id = agent_request.user_id and member.is_active
  order by member.joined_at, member.organization_id limit 1)) as organization_id
from agent_request;
