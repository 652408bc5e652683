import * as memories from '#contract/results/memory.ts'
import type { FakeServer } from '../fake-server.ts'
import { coach } from '../conversations/voice/talk.ts'

type Note = memories.Note

export const sessionId = '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f61'

/** A note of the coach, as its person keeps it. */
export const bakery = {
  id: '4e0e0000-0000-4000-8000-000000000001',
  agentId: coach.id,
  agentName: coach.name,
  text: 'You run a bakery in Graz with four employees.',
  state: 'active',
  sessionId,
  createdAt: '2026-11-18T08:00:00.000Z',
  editedAt: null,
  lastUsedAt: '2026-11-20T08:00:00.000Z',
  replaces: null,
} satisfies Note

export const byHand = {
  ...bakery,
  id: '4e0e0000-0000-4000-8000-000000000002',
  agentId: '7b1f0a52-8f6a-4a0e-9f0a-1b1c2d3e4f70',
  agentName: 'Pipeline Keeper',
  text: 'Call me Anna.',
  sessionId: null,
  lastUsedAt: null,
} satisfies Note

export const proposed = {
  ...bakery,
  id: '4e0e0000-0000-4000-8000-000000000003',
  text: 'The dog is called Bello.',
  state: 'proposed',
  lastUsedAt: null,
} satisfies Note

/** Lets the server remember what the page does to these notes. Returns them as they are now. */
export function serveMemory(
  server: FakeServer,
  notes: Note[],
  setting = { enabled: true, isAllowedHere: true },
): { notes: () => Note[] } {
  let [now, shown, count] = [notes, setting, 10]
  const known = () => ({ ...shown, notes: shown.isAllowedHere ? now : [] })
  server.answer(memories.memory, known)
  server.answer(memories.notesFrom, ({ params }) => ({
    count: now.filter((note) => note.sessionId === params.id).length,
  }))
  server.answer(memories.changeMemory, ({ body }) => {
    shown = { ...shown, enabled: body.enabled }
    return known()
  })
  server.answer(memories.addNote, ({ body: { agentId, text, sessionId: from = null } }) => {
    const agentName = agentId === coach.id ? coach.name : byHand.agentName
    const id = `4e0e0000-0000-4000-8000-0000000000${++count}`
    const note = { ...byHand, id, agentId, agentName, text, sessionId: from }
    now = [note, ...now]
    return note
  })
  server.answer(memories.changeNote, ({ params, body }) => {
    const before = now.find(({ id }) => id === params.id)
    if (!before) throw new Error(`No note ${params.id}`)
    const changed = { ...before, ...body }
    now = now.map((note) => (note.id === params.id ? changed : note))
    return changed
  })
  server.answer(memories.deleteNote, ({ params }) => {
    now = now.filter(({ id }) => id !== params.id)
    return { success: true as const }
  })
  server.answer(memories.deleteMemory, ({ query }) => {
    const left = now.filter((note) => query.sessionId !== undefined && note.sessionId !== query.sessionId)
    const deleted = now.length - left.length
    now = left
    return { ...known(), deleted }
  })
  return { notes: () => now }
}
