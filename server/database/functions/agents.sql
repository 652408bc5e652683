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
