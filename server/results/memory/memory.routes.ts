import type { Read } from '../../database/sql.ts'
import * as calls from '#contract/results/memory.ts'
import { findTalkableAgent } from '../../agents/agents.ts'
import { viewerOf } from '../../agents/policies.ts'
import { findOwnConversation, requireOwnConversation } from '../../conversations/policies.ts'
import type { Services } from '../../conversations/services.ts'
import type { Membership } from '../../identity/memberships.ts'
import type { Person } from '../../identity/users.ts'
import { routes } from '../../kernel/serve.ts'
import {
  changeNote,
  countNotesFrom,
  deleteNote,
  deleteNotes,
  type Known,
  listNotes,
  requireNote,
  writeNote,
} from './notes.ts'
import { lockMemory, readMemorySetting, requireAllowed, setMemory } from './memory.ts'

/** What agents know about a person, for that person alone (D185). */
export const memoryRoutes = routes<typeof calls, Services>(calls, {
  memory: (context) => readMemory(context.read, contextOf(context), context.at),

  changeMemory: async (context) => {
    const { read } = context
    const known = contextOf(context)
    await context.write((tx) => setMemory(tx, known.userId, context.body.enabled, context.at))
    return readMemory(read, known, context.at)
  },

  deleteMemory: async (context) => {
    const { read } = context
    const known = contextOf(context)
    const deleted = await context.write((tx) => deleteNotes(tx, known, context.query.sessionId))
    return { ...(await readMemory(read, known, context.at)), deleted }
  },

  notesFrom: async ({ read, person, params, at }) => {
    const said = await requireOwnConversation(read, person, params.id)
    return { count: await countNotesFrom(read, person.id, said.id, at) }
  },

  addNote: async (context) => {
    const { read, person, membership, body, at, write, fail } = context
    const known = contextOf(context)
    const [agent, said] = await Promise.all([
      findTalkableAgent(read, body.agentId, viewerOf(person, membership)),
      body.sessionId ? findOwnConversation(read, person, body.sessionId) : null,
    ])
    if (!agent) throw fail('agent_not_found')
    if (body.sessionId && said?.agentId !== agent.id) throw fail('session_not_found')
    return write(async (tx) => {
      await requireAllowed(tx, known)
      if (!(await lockMemory(tx, known.userId))) throw fail('memory_off')
      const note = { ...known, agentId: agent.id, sessionId: said?.id ?? null, text: body.text, at }
      return requireNote(tx, known.userId, await writeNote(tx, note), at)
    })
  },

  changeNote: async (context) => {
    const { person, params, body, at, write, fail } = context
    return write(async (tx) => {
      const isOn = await lockMemory(tx, person.id)
      const note = await requireNote(tx, person.id, params.id, at)
      await requireAllowed(tx, { userId: person.id, organizationId: note.organizationId })
      if (body.state === 'active' && note.state === 'proposed' && !isOn) throw fail('memory_off')
      await changeNote(tx, person.id, note, body, at)
      return requireNote(tx, person.id, params.id, at)
    })
  },

  deleteNote: (context) => context.write((tx) => deleteNote(tx, context.person.id, context.params.id)),
})

function contextOf({ person, membership }: { person: Person; membership: Membership | null }): Known {
  return { userId: person.id, organizationId: membership?.organizationId ?? null }
}

async function readMemory(read: Read, known: Known, at: Date) {
  const [setting, notes] = await Promise.all([
    readMemorySetting(read, known.userId, known.organizationId),
    listNotes(read, known, at),
  ])
  return { ...setting, notes: setting.isAllowedHere ? notes : [] }
}
