import type { LongRead, Read, Row } from '../database/sql.ts'
import type { Person } from '../identity/users.ts'
import { listSourcesOf } from '../results/recap/policies.ts'

/**
 * Returns what conversations left in the person's hands: steps, kept recaps with sources, notes, and saved time. What is
 * only proposed is there if its words are kept: an archive outlives the ten minutes of the others (D184, D185).
 */
export async function readResults(read: LongRead, person: Person): Promise<Record<string, Row[]>> {
  const { id } = person
  return {
    next_steps: await read`
      select title, due_on::text, note, state, origin, agent.name as agent, session_id as conversation_id, at_second,
        next_step.created_at, edited_at, accepted_at, done_at
      from next_step left join agent on agent.id = agent_id
      where user_id = ${id} and (accepted_at is not null or session_id is null or exists (
        select from session_transcript where session_transcript.session_id = next_step.session_id))
      order by next_step.created_at, next_step.id`,
    next_step_settings: await read`
      select mail_reminders, accept_spoken, calendar_hash is not null as has_calendar_address, last_mailed_on::text
      from next_step_setting where user_id = ${id}`,
    recaps: await read`
      select recap.session_id as conversation_id, recap.title, recap.summary
      from conversation_recap as recap
      join session_transcript on session_transcript.session_id = recap.session_id
      where user_id = ${id} order by kept_at, recap.session_id`,
    sources_of_answers: await listSourcesOf(read, person),
    memory_notes: await readNotes(read, id),
    memory_settings: await read`select enabled, updated_at from memory_setting where user_id = ${id}`,
    saved_time: await read`
      select session_id as conversation_id, agent.name as agent, saved_minutes, answered_at, changed_at
      from saved_time join voice_session on voice_session.id = session_id join agent on agent.id = agent_id
      where saved_time.user_id = ${id} and saved_minutes is not null order by answered_at, session_id`,
  }
}

/** Returns what agents know of the person in every context, also where an organization does not show it. */
function readNotes(read: Read, userId: string): Promise<Row[]> {
  return read`
    select agent.name as agent, organization.name as organization, text, memory_note.state, origin,
      session_id as conversation_id, memory_note.created_at, edited_at, last_used_at
    from memory_note join agent on agent.id = agent_id
    left join organization on organization.id = memory_note.organization_id
    where user_id = ${userId} and (memory_note.state = 'active' or exists (
      select from session_transcript where session_transcript.session_id = memory_note.session_id))
    order by memory_note.created_at, memory_note.id`
}
