-- What must hold for answers about saved time, as ledger/invariants.sql says it for minutes.

-- Only the person of a finished conversation that was charged says what it saved; tests are not asked about (D56).
create or replace view broken_saved_time as
select saved_time.session_id as id from saved_time
join voice_session on voice_session.id = saved_time.session_id
where voice_session.user_id <> saved_time.user_id or voice_session.is_test or voice_session.counted_ms is null;
comment on view broken_saved_time is 'saved_time: an answer belongs to a charged conversation of its person';
