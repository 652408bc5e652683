import type { BodyOf, RowOf } from '../../kernel/serve.ts'
import type * as calls from '#contract/results/memory.ts'
import { mostNotes } from '#contract/results/memory.ts'
import { columns, countOf, hasRows, type Read, type Step, type Tx } from '../../database/sql.ts'
import { listMemberships } from '../../identity/memberships.ts'
import { refuse } from '../../kernel/problem.ts'
import { cleanNote, subjectOf } from './note-text.ts'

/**
 * What agents know about people: proposals that live like the words of their conversation, and notes that the person
 * keeps or writes (D185).
 */

/** The most proposals of one conversation. */
const mostProposedNotes = 10

export interface NoteRow extends RowOf<typeof calls.addNote> {
  /** The context in which it is known; null for the person's own. */
  organizationId: number | null
}

/** A person in the context in which something is known of them: an organization, or with null their own. */
export interface Known {
  userId: string
  organizationId: number | null
}

const shown = columns`memory_note.id, memory_note.organization_id, memory_note.agent_id, agent.name as agent_name, memory_note.text,
  memory_note.state, memory_note.session_id, memory_note.created_at, memory_note.edited_at, memory_note.last_used_at,
  (select text from memory_note as former where former.id = memory_note.replaces) as replaces`

/**
 * Returns what agents know about a person in a context, and what they propose while the words are there; by agent, newest
 * first. What they know in organizations that the person has left is in the person's own context.
 */
export async function listNotes(read: Read, { userId, organizationId }: Known, at: Date): Promise<NoteRow[]> {
  const present = await listOrganizations(read, userId)
  return read<NoteRow>`
    select ${shown} from memory_note join agent on agent.id = memory_note.agent_id
    where memory_note.user_id = ${userId}
      and (memory_note.organization_id is not distinct from ${organizationId}
        or (${organizationId}::integer is null and memory_note.organization_id <> all(${present}::integer[])))
      and (memory_note.state = 'active' or has_words(memory_note.session_id, ${at}))
    order by agent.name, memory_note.agent_id, coalesce(memory_note.edited_at, memory_note.created_at) desc,
      memory_note.id desc
    limit 5000`
}

/** Returns a note of a person in any context; refuses one that is unknown, another person's, or whose words are gone. */
export async function requireNote(read: Read, userId: string, id: string, at: Date): Promise<NoteRow> {
  const [note] = await read<NoteRow>`
    select ${shown} from memory_note join agent on agent.id = memory_note.agent_id
    where memory_note.id = ${id} and memory_note.user_id = ${userId}
      and (memory_note.state = 'active' or has_words(memory_note.session_id, ${at}))`
  return note ?? refuse('note_not_found')
}

/** Returns the organizations to which a person belongs. */
async function listOrganizations(read: Read, userId: string): Promise<number[]> {
  return (await listMemberships(read, userId)).map(({ id }) => id)
}

/** Returns how many notes about a person came from a conversation, whose context need not be the current one. */
export function countNotesFrom(read: Read, userId: string, sessionId: string, at: Date): Promise<number> {
  return countOf(read<{ count: number }>`
    select count(*) from memory_note
    where user_id = ${userId} and session_id = ${sessionId} and (state = 'active' or has_words(session_id, ${at}))`)
}

export interface NewNote extends Known {
  agentId: string
  sessionId: string | null
  text: string
  at: Date
}

/**
 * Adds a note that the person wrote, in place of one that says the same. Returns its id. Lock with `lockMemory` first.
 */
export async function writeNote(tx: Tx, note: NewNote): Promise<string> {
  const text = wordsOf(note.text)
  await deleteSame(tx, note, text, null)
  if ((await countActive(tx, note)) >= mostNotes) refuse('notes_full')
  const [row] = await tx<{ id: string }>`
    insert into memory_note (user_id, organization_id, agent_id, session_id, text, subject, state, origin, created_at)
    values (${note.userId}, ${note.organizationId}, ${note.agentId}, ${note.sessionId}, ${text}, ${subjectOf(text)},
      'active', 'person', ${note.at})
    returning id`
  if (!row) throw new Error('A note was not stored')
  return row.id
}

function wordsOf(text: string): string {
  return cleanNote(text) || refuse('empty_note', { field: 'text' })
}

/** A note of an agent; `replaces` are the words of a former one that the person has called wrong. */
interface ProposedNote extends NewNote {
  sessionId: string
  replaces?: string | undefined
}

/**
 * Proposes a note once: one that the agent already has, or has proposed in this conversation, stays as it is. The former
 * note that it corrects goes only when the person keeps the new one. Returns false when it is empty, or when the
 * conversation has proposed enough. Lock with `lockMemory` first.
 */
export async function proposeNote(tx: Tx, note: ProposedNote): Promise<boolean> {
  const text = cleanNote(note.text)
  if (text === '') return false
  const subject = subjectOf(text)
  const earlier = await tx<{ id: string; subject: string; state: string }>`
    select id, subject, state from memory_note
    where user_id = ${note.userId} and agent_id = ${note.agentId}
      and organization_id is not distinct from ${note.organizationId}
      and (state = 'active' or session_id = ${note.sessionId})`
  if (earlier.some((each) => each.subject === subject)) return true
  if (earlier.filter(({ state }) => state === 'proposed').length >= mostProposedNotes) return false
  const former = subjectOf(cleanNote(note.replaces ?? ''))
  const replaced = earlier.find((each) => each.state === 'active' && each.subject === former)
  await tx`
    insert into memory_note (user_id, organization_id, agent_id, session_id, text, subject, state, origin, created_at,
      replaces)
    values (${note.userId}, ${note.organizationId}, ${note.agentId}, ${note.sessionId}, ${text}, ${subject}, 'proposed',
      'tool', ${note.at}, ${replaced?.id})`
  return true
}

/**
 * Changes the words of a note and keeps a proposed one; a note that says the same, or that it corrects, is replaced by it.
 * Lock with `lockMemory` first.
 */
export async function changeNote(
  tx: Tx,
  userId: string,
  note: NoteRow,
  change: BodyOf<typeof calls.changeNote>,
  at: Date,
): Promise<void> {
  const text = change.text === undefined ? note.text : wordsOf(change.text)
  const state = change.state ?? note.state
  const known = { userId, organizationId: note.organizationId, agentId: note.agentId }
  if (state !== note.state) await deleteReplaced(tx, note.id)
  if (state === 'active') await deleteSame(tx, known, text, note.id)
  else await deleteSameProposal(tx, note, text)
  if (state !== note.state && (await countActive(tx, known)) >= mostNotes) refuse('notes_full')
  const editedAt = text === note.text ? note.editedAt : at
  await tx`
    update memory_note set text = ${text}, subject = ${subjectOf(text)}, state = ${state}, edited_at = ${editedAt}
    where id = ${note.id}`
}

/** Deletes the other active note of an agent that says the same. */
async function deleteSame(tx: Tx, known: Known & { agentId: string }, text: string, id: string | null): Promise<void> {
  await tx`
    delete from memory_note where user_id = ${known.userId} and agent_id = ${known.agentId}
      and organization_id is not distinct from ${known.organizationId} and state = 'active'
      and subject = ${subjectOf(text)} and id is distinct from ${id}`
}

/** Deletes the note that a kept one corrects. */
async function deleteReplaced(tx: Tx, id: string): Promise<void> {
  await tx`
    delete from memory_note using memory_note as kept where kept.id = ${id} and memory_note.id = kept.replaces`
}

async function deleteSameProposal(tx: Tx, note: NoteRow, text: string): Promise<void> {
  await tx`
    delete from memory_note where session_id = ${note.sessionId} and state = 'proposed'
      and subject = ${subjectOf(text)} and id <> ${note.id}`
}

function countActive(tx: Tx, { userId, organizationId, agentId }: Known & { agentId: string }): Promise<number> {
  return countOf(tx<{ count: number }>`
    select count(*) from memory_note where user_id = ${userId} and agent_id = ${agentId}
      and organization_id is not distinct from ${organizationId} and state = 'active'`)
}

/** Deletes a note of a person in any context. */
export async function deleteNote(tx: Tx, userId: string, id: string): Promise<void> {
  const isDeleted = await hasRows(tx`delete from memory_note where id = ${id} and user_id = ${userId} returning id`)
  if (!isDeleted) refuse('note_not_found')
}

/**
 * Deletes what agents know about a person in a context, in their own also what organizations that they have left know, or
 * what came from one conversation. Returns how many notes.
 */
export async function deleteNotes(
  tx: Tx,
  { userId, organizationId }: Known,
  sessionId: string | undefined,
): Promise<number> {
  const present = await listOrganizations(tx, userId)
  const rows = await tx`
    delete from memory_note where user_id = ${userId}
      and case when ${sessionId}::uuid is not null then session_id = ${sessionId}
        else organization_id is not distinct from ${organizationId}
          or (${organizationId}::integer is null and organization_id <> all(${present}::integer[])) end
    returning id`
  return rows.length
}

/** Notes that notes went to their agent. */
export async function noteUsed(step: Step, ids: readonly string[], at: Date): Promise<void> {
  if (ids.length === 0) return
  await step`update memory_note set last_used_at = ${at} where id = any(${ids}::uuid[])`
}

/**
 * Deletes what was proposed and not kept in conversations whose words are gone: ended before the given moment, and not
 * kept (D185).
 */
export async function deleteGoneNotes(tx: Tx, endedBefore: Date): Promise<void> {
  await tx`
    delete from memory_note using voice_session
    where voice_session.id = memory_note.session_id and memory_note.state = 'proposed'
      and (voice_session.ended_at < ${endedBefore} or voice_session.words_deleted_at is not null)
      and not exists (select from session_transcript where session_transcript.session_id = memory_note.session_id)`
}

/** Removes everything that agents know about a person, in every context. */
export async function eraseNotes(tx: Tx, userId: string): Promise<void> {
  await tx`delete from memory_note where user_id = ${userId}`
}
