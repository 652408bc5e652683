import type { RowOf } from '../../kernel/serve.ts'
import type { memory } from '#contract/results/memory.ts'
import { hasRows, isTrue, type Read, type Tx } from '../../database/sql.ts'
import { refuse } from '../../kernel/problem.ts'
import { type KnownStep, writeMemory } from './note-text.ts'
import type { Known } from './notes.ts'

/** What an agent gets about a person at the start of a conversation (D185). */

/** The most open steps that an agent gets, those that are due first before the others. */
const mostSteps = 10

interface SentMemory {
  text: string
  /** The notes that it holds. */
  noteIds: string[]
}

/**
 * Returns what the agent of a conversation may know: nothing in a test, with "not this time", while the person's switch is
 * off, and in an organization that forbids it. Newest notes first.
 */
export async function readSentMemory(read: Read, sessionId: string): Promise<SentMemory> {
  const rows = await read<{ kind: 'note' | 'step'; id: string; text: string; dueOn: string | null }>`
    with talk as (
      select user_id, agent_id, organization_id from voice_session
      where id = ${sessionId} and not is_test and not without_memory
        and exists (select from memory_setting
          where memory_setting.user_id = voice_session.user_id and memory_setting.enabled)
        and not exists (select from organization
          where organization.id = voice_session.organization_id and not organization.allows_memory)
    )
    (select 'note' as kind, memory_note.id, memory_note.text, null as due_on
    from talk join memory_note on memory_note.user_id = talk.user_id and memory_note.agent_id = talk.agent_id
      and memory_note.organization_id is not distinct from talk.organization_id
    where memory_note.state = 'active'
    order by coalesce(memory_note.edited_at, memory_note.created_at) desc, memory_note.id desc)
    union all
    (select 'step', next_step.id, next_step.title, next_step.due_on::text
    from talk join next_step on next_step.user_id = talk.user_id and next_step.agent_id = talk.agent_id
      and next_step.organization_id is not distinct from talk.organization_id
    where next_step.state = 'open'
    order by next_step.due_on nulls last, next_step.created_at, next_step.id limit ${mostSteps})`
  const steps: KnownStep[] = rows.flatMap(({ kind, text, dueOn }) => (kind === 'step' ? [{ title: text, dueOn }] : []))
  const { text, used } = writeMemory(
    steps,
    rows.filter(({ kind }) => kind === 'note'),
  )
  return { text, noteIds: used.map(({ id }) => id) }
}

/** Returns whether the agent of a conversation may propose notes, for the same reasons. */
export function mayRemember(read: Read, sessionId: string): Promise<boolean> {
  return hasRows(read`
    select from voice_session join memory_setting on memory_setting.user_id = voice_session.user_id
    left join organization on organization.id = voice_session.organization_id
    where voice_session.id = ${sessionId} and not voice_session.is_test and not voice_session.without_memory
      and memory_setting.enabled and coalesce(organization.allows_memory, true)`)
}

/** Whether agents may remember a person: the person's switch, off at first, and the organization's word (D185). */

export type MemorySetting = Omit<RowOf<typeof memory>, 'notes'>

export async function readMemorySetting(
  read: Read,
  userId: string,
  organizationId: number | null,
): Promise<MemorySetting> {
  const [row] = await read<MemorySetting>`
    select coalesce((select enabled from memory_setting where user_id = ${userId}), false) as enabled,
      coalesce((select allows_memory from organization where id = ${organizationId}), true) as is_allowed_here`
  return row ?? { enabled: false, isAllowedHere: true }
}

/** Refuses where an organization forbids that agents remember its people. */
export async function requireAllowed(read: Read, { userId, organizationId }: Known): Promise<void> {
  const { isAllowedHere } = await readMemorySetting(read, userId, organizationId)
  if (!isAllowedHere) refuse('memory_forbidden')
}

export async function setMemory(tx: Tx, userId: string, enabled: boolean, at: Date): Promise<void> {
  await tx`
    insert into memory_setting (user_id, enabled, updated_at) values (${userId}, ${enabled}, ${at})
    on conflict (user_id) do update set enabled = excluded.enabled, updated_at = excluded.updated_at`
}

/**
 * Locks a person's switch, so that simultaneous changes to their notes happen one after the other. Returns whether
 * memory is on.
 */
export function lockMemory(tx: Tx, userId: string): Promise<boolean> {
  return isTrue(tx<{ enabled: boolean }>`
    select enabled from memory_setting where user_id = ${userId} for update`)
}

export async function eraseMemorySetting(tx: Tx, userId: string): Promise<void> {
  await tx`delete from memory_setting where user_id = ${userId}`
}
