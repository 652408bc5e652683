-- An agent has at most 20 notes about a person, and only what a person may have said in that conversation comes from it.
create or replace view broken_memory as
select min(id::text) as id from memory_note where state = 'active'
group by user_id, agent_id, organization_id having count(*) > 20
union all
select memory_note.id::text from memory_note join voice_session on voice_session.id = memory_note.session_id
where voice_session.user_id <> memory_note.user_id or voice_session.agent_id <> memory_note.agent_id;
comment on view broken_memory is 'memory_note: an agent knows at most 20 things, from conversations of the same two';
