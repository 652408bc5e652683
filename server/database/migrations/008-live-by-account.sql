-- What is left of a balance is asked at every tick, and with it which conversations of the account are alive. As little
-- as the other index of live rows does it hold anything that a tick changes.
create index voice_session_live_by_account on voice_session (account_id) where status = 'active';
