import type { FastifyInstance } from 'fastify'
import * as calls from '#contract/results/memory.ts'
import { findTalkableAgent } from '../../agents/agents.ts'
import { viewerOf } from '../../agents/policies.ts'
import { findOwnConversation } from '../../conversations/policies.ts'
import type { Services } from '../../conversations/services.ts'
import type { Membership } from '../../identity/memberships.ts'
import type { Person } from '../../identity/users.ts'
import { type Handlers, serve } from '../../kernel/serve.ts'
import {
  changeNote,
  countNotesFrom,
  deleteNote,
  deleteNotes,
  findNote,
  type Known,
  listNotes,
  writeNote,
} from './notes.ts'
import { lockMemory, readMemorySetting, setMemory } from './memory.ts'

/** What agents know about a person, for that person alone (D185). */
export function memoryRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, calls, { ...memoryHandlers(services), ...noteHandlers(services) })
}

function contextOf({ person, membership }: { person: Person; membership: Membership | null }): Known {
  return { userId: person.id, organizationId: membership?.organizationId ?? null }
}

function memoryHandlers(services: Services) {
  const { read } = services.database
  async function readMemory(known: Known, at: Date) {
    const [setting, notes] = await Promise.all([
      readMemorySetting(read, known.userId, known.organizationId),
      listNotes(read, known, at),
    ])
    return { ...setting, notes: setting.isAllowedHere ? notes : [] }
  }
  return {
    memory: (context) => readMemory(contextOf(context), context.at),

    changeMemory: async (context) => {
      const known = contextOf(context)
      await context.write((tx) => setMemory(tx, known.userId, context.body.enabled, context.at))
      return readMemory(known, context.at)
    },

    deleteMemory: async (context) => {
      const known = contextOf(context)
      const deleted = await context.write((tx) => deleteNotes(tx, known, context.query.sessionId))
      return { ...(await readMemory(known, context.at)), deleted }
    },

    notesFrom: async ({ person, params, at, fail }) => {
      const said = await findOwnConversation(read, person, params.id)
      if (!said) throw fail('session_not_found')
      return { count: await countNotesFrom(read, person.id, said.id, at) }
    },
  } satisfies Partial<Handlers<typeof calls>>
}

function noteHandlers(services: Services) {
  const { read } = services.database
  return {
    addNote: async (context) => {
      const { person, membership, body, at, write, fail } = context
      const known = contextOf(context)
      const [agent, said] = await Promise.all([
        findTalkableAgent(read, body.agentId, viewerOf(person, membership)),
        body.sessionId ? findOwnConversation(read, person, body.sessionId) : null,
      ])
      if (!agent) throw fail('agent_not_found')
      if (body.sessionId && said?.agentId !== agent.id) throw fail('session_not_found')
      return write(async (tx) => {
        const { isAllowedHere } = await readMemorySetting(tx, known.userId, known.organizationId)
        if (!isAllowedHere) throw fail('memory_forbidden')
        if (!(await lockMemory(tx, known.userId))) throw fail('memory_off')
        const written = await writeNote(tx, {
          ...known,
          agentId: agent.id,
          sessionId: said?.id ?? null,
          text: body.text,
          at,
        })
        if (typeof written === 'string') throw fail(written, written === 'empty_note' ? { field: 'text' } : {})
        const note = await findNote(tx, known.userId, written.id, at)
        if (!note) throw new Error(`The note ${written.id} is gone`)
        return note
      })
    },

    changeNote: async (context) => {
      const { person, params, body, at, write, fail } = context
      return write(async (tx) => {
        const isOn = await lockMemory(tx, person.id)
        const note = await findNote(tx, person.id, params.id, at)
        if (!note) throw fail('note_not_found')
        const { isAllowedHere } = await readMemorySetting(tx, person.id, note.organizationId)
        if (!isAllowedHere) throw fail('memory_forbidden')
        if (body.state === 'active' && note.state === 'proposed' && !isOn) throw fail('memory_off')
        const refusal = await changeNote(tx, person.id, note, body, at)
        if (refusal) throw fail(refusal, refusal === 'empty_note' ? { field: 'text' } : {})
        return (await findNote(tx, person.id, params.id, at)) ?? note
      })
    },

    deleteNote: async (context) => {
      const isDeleted = await context.write((tx) => deleteNote(tx, context.person.id, context.params.id))
      if (!isDeleted) throw context.fail('note_not_found')
      return { success: true }
    },
  } satisfies Partial<Handlers<typeof calls>>
}
