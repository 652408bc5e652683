-- What figures count of a conversation (D56, D62): whole seconds of one of 10 s or more that was no test and did not
-- fail; null for everything else. It stays null while ticks move used_ms, so that indexes with it are left alone by them.
alter table voice_session add column counted_ms bigint generated always as (
  case when status in ('completed', 'abandoned') and used_ms >= 10000 and not is_test then used_ms / 1000 * 1000 end
) stored;

-- Figures of an agent and of an organization are read from the index alone.
drop index voice_session_by_agent;
create index voice_session_by_agent on voice_session (agent_id) where counted_ms is not null;
drop index voice_session_by_organization;
create index voice_session_by_organization on voice_session (organization_id, created_at desc)
  include (connected_at, counted_ms) where organization_id is not null;
