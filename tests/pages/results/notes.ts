import {
  addNote,
  changeMemory,
  changeNote,
  deleteMemory,
  deleteNote,
  memory,
  notesFrom,
  type Note,
} from '#contract/results/memory.ts'
import type { FakeServer } from '../fake-server.ts'
import { coach } from '../conversations/voice/talk.ts'

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
  setting: { enabled: boolean; isAllowedHere: boolean } = { enabled: true, isAllowedHere: true },
): { notes: () => Note[] } {
  let [now, count] = [notes, 10]
  let shown = setting
  const find = (id: string): Note => {
    const note = now.find((each) => each.id === id)
    if (!note) throw new Error(`No note ${id}`)
    return note
  }
  const known = () => ({ ...shown, notes: shown.isAllowedHere ? now : [] })
  server.answer(memory, known)
  server.answer(notesFrom, ({ params }) => ({ count: now.filter((note) => note.sessionId === params.id).length }))
  server.answer(changeMemory, ({ body }) => {
    shown = { ...shown, enabled: body.enabled }
    return known()
  })
  server.answer(addNote, ({ body }) => {
    const agents = [coach, { id: byHand.agentId, name: byHand.agentName }]
    const agentName = agents.find(({ id }) => id === body.agentId)?.name ?? ''
    const id = `4e0e0000-0000-4000-8000-0000000000${++count}`
    const note = { ...byHand, id, agentId: body.agentId, agentName, text: body.text, sessionId: body.sessionId ?? null }
    now = [note, ...now]
    return note
  })
  server.answer(changeNote, ({ params, body }) => {
    const before = find(params.id)
    const changed = { ...before, text: body.text ?? before.text, state: body.state ?? before.state }
    now = now.map((note) => (note.id === params.id ? changed : note))
    return changed
  })
  server.answer(deleteNote, ({ params }) => {
    now = now.filter((note) => note !== find(params.id))
    return { success: true as const }
  })
  server.answer(deleteMemory, ({ query }) => {
    const left = now.filter((note) => query.sessionId !== undefined && note.sessionId !== query.sessionId)
    const deleted = now.length - left.length
    now = left
    return { ...known(), deleted }
  })
  return { notes: () => now }
}
