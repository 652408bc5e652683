-- What is counted of each agent: conversations of 10 s or more that were no tests (D56), and the rating, which is the
-- average of people's own from the fifth on and until then what an editor typed (D55).
create or replace view agent_figures as
select agent.id as agent_id,
  coalesce(talks.count, 0) as session_count,
  coalesce(ratings.count, 0) as rating_count,
  coalesce(ratings.count, 0) >= 5 as is_rated_by_people,
  case when ratings.count >= 5 then round(ratings.stars * 10)::integer else agent.rating_tenths end as rating_tenths
from agent
left join (
  select agent_id, count(*) from voice_session
  where status in ('completed', 'abandoned') and used_ms >= 10000 and not is_test group by agent_id
) as talks on talks.agent_id = agent.id
left join (
  select agent_id, count(*), avg(stars) as stars from agent_rating group by agent_id
) as ratings on ratings.agent_id = agent.id;
