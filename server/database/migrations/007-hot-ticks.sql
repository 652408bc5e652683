-- A tick moves last_tick_at every five seconds of every conversation: with an index on it each tick wrote into every
-- index of the table. The few live rows are found by voice_session_one_live; pages keep room for a row's next version.
drop index voice_session_live;
alter table voice_session set (fillfactor = 70);
