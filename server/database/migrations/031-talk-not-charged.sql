-- What of a conversation was not charged, and how much of the agent's sound was delivered in it (D176). Ticks write both,
-- so that no index holds them.
alter table voice_session
  add column free_ms bigint not null default 0 check (free_ms >= 0),
  add column sound_ms bigint not null default 0 check (sound_ms >= 0);

-- They take these figures along now.
drop function if exists voice_session_tick(uuid, bigint, boolean, timestamptz, text, bigint, timestamptz);
drop function if exists voice_session_settle(uuid, text, bigint, boolean, timestamptz, bigint, timestamptz);

-- A conversation can be what a finding is about.
alter table finding drop constraint finding_kind_check;
alter table finding add constraint finding_kind_check check (kind in
  ('paid_not_credited', 'credited_not_paid', 'talk_free_time', 'talk_unpaid_sound', 'talk_provider_time'));
