-- "Not this time": the agent of this conversation gets no notes about the person and proposes none (D185).
alter table voice_session add column without_memory boolean not null default false;
-- It has one more parameter from now on.
drop function if exists voice_session_start(uuid, uuid, uuid, text, integer, uuid, bigint, bigint, timestamptz,
  timestamptz, integer, boolean);
