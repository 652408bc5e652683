import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'
import { agent_not_found, session_not_found } from '../refusals.ts'

/** What agents know about a person from earlier conversations (D185). */

/** The longest note, in characters; the server cuts what is longer. */
export const longestNote = 300
/** The most notes that one agent has about a person. */
export const mostNotes = 20
/** Beyond this, a text is refused instead of cut. */
const longestText = 10_000

const note = z.object({
  id: z.string(),
  agentId: z.string(),
  agentName: z.string(),
  text: z.string(),
  /** An agent proposes a note, which is active only once its person keeps it. */
  state: z.enum(['proposed', 'active']),
  /** The conversation in which it was said; null for what the person wrote. */
  sessionId: z.nullable(z.string()),
  createdAt: isoTime,
  editedAt: z.nullable(isoTime),
  /** When its agent last got it, at the start of a conversation. */
  lastUsedAt: z.nullable(isoTime),
  /** The words of the note that a proposed one corrects, and that goes when the person keeps the new one. */
  replaces: z.nullable(z.string()),
})
export type Note = z.output<typeof note>

const known = z.object({
  /** Whether agents may remember the person; off at first. */
  enabled: z.boolean(),
  /** Whether the current organization allows it; otherwise notes are neither shown nor sent there. */
  isAllowedHere: z.boolean(),
  notes: z.array(note),
})

const emptyText = 'Please write what the agent should know'
const text = z
  .string({ error: emptyText })
  .check(
    z.trim(),
    z.minLength(1, { error: emptyText }),
    z.maxLength(longestText, { error: 'This is too long for a note' }),
  )

const memory_off = [409, 'Memory is off. Turn it on to add notes.'] as const
const memory_forbidden = [403, 'Your organization does not allow agents to remember you.'] as const
const notes_full = [409, `This agent already has ${mostNotes} notes about you. Please forget one first.`] as const
const note_not_found = [404, 'This note does not exist.'] as const

export const memory = call('GET /api/user/memory', {
  who: 'person',
  summary:
    'Returns whether agents may remember the person, and what they know in the current context; the person’s own includes organizations that they have left (D185).',
  answer: known,
})

export const changeMemory = call('PATCH /api/user/memory', {
  who: 'person',
  failed: ['Error', 'Failed to save your memory setting. Please try again.'],
  summary: 'Turns memory on or off; notes that exist stay until they are deleted (D185).',
  body: z.object({ enabled: z.boolean({ error: 'enabled must be true or false' }) }),
  answer: known,
})

export const deleteMemory = call('DELETE /api/user/memory', {
  who: 'person',
  done: ['Everything Forgotten', 'Your agents know nothing about you.'],
  failed: ['Failed to forget', 'Your agents still know this. Please try again.'],
  summary:
    'Deletes all notes about the person that are listed in the current context, or those from one conversation (D185).',
  query: z.object({ sessionId: z.optional(z.uuid()) }),
  answer: z.extend(known, { deleted: z.number() }),
})

export const notesFrom = call('GET /api/user/sessions/:id/notes', {
  who: 'person',
  summary:
    'Returns how many notes about the person came from one of their conversations, in whatever context it was (D185).',
  answer: z.object({ count: z.number() }),
  errors: { session_not_found },
})

export const addNote = call('POST /api/user/memory/notes', {
  who: 'person',
  done: ['Note Added'],
  failed: ['Failed to add the note', 'Your note was not saved. Please try again.'],
  summary: 'Adds a note that the person wrote; it replaces one that says the same (D185).',
  body: z.object({
    agentId: z.uuid({ error: 'Please choose an agent' }),
    text,
    /** The person's conversation with this agent in which it was said; puts back a deleted note with its source. */
    sessionId: z.optional(z.nullable(z.uuid())),
  }),
  answer: note,
  status: 201,
  errors: {
    agent_not_found,
    session_not_found,
    empty_note: [400, emptyText],
    memory_off,
    memory_forbidden,
    notes_full,
  },
})

export const changeNote = call('PATCH /api/user/memory/notes/:id', {
  who: 'person',
  done: ['Note Saved'],
  failed: ['Failed to save the note', 'The note has not changed. Please try again.'],
  summary: 'Changes the words of a note, and keeps a proposed one with `state: "active"` (D185).',
  body: z.object({
    text: z.optional(text),
    state: z.optional(z.literal('active', { error: 'A note can only become active' })),
  }),
  answer: note,
  errors: { note_not_found, empty_note: [400, emptyText], memory_off, memory_forbidden, notes_full },
})

export const deleteNote = call('DELETE /api/user/memory/notes/:id', {
  who: 'person',
  failed: ['Failed to forget the note', 'The agent still knows it. Please try again.'],
  summary:
    'Deletes one note, of any context and whatever its organization allows: its agent never gets it again (D185).',
  errors: { note_not_found },
})
