import * as z from 'zod/mini'
import type { RememberedTalk, Services, ToolAnswer, ToolCall } from '../../conversations/services.ts'
import { noteUsed, proposeNote } from './notes.ts'
import { mayRemember, readSentMemory, lockMemory } from './memory.ts'

/** What conversations do with memory: they begin with what is known, and propose what should be (D185). */

/** Returns what the agent of a conversation gets about the person. A failure costs the notes, never the conversation. */
export async function memoryFor({ clock, database, log }: Services, talk: RememberedTalk): Promise<string> {
  try {
    const { text, noteIds } = await readSentMemory(database.read, talk.id)
    await noteUsed(database.step, noteIds, clock.now())
    return text
  } catch (error) {
    log.error({ err: error, sessionId: talk.id }, 'a conversation begins without what is known')
    return ''
  }
}

const rememberParameters = z.object({ text: z.string(), replaces: z.optional(z.string()) })

/** Proposes what an agent wants to remember, and returns what the agent gets as the tool's result. */
export async function rememberByTool({ clock, database }: Services, call: ToolCall): Promise<ToolAnswer> {
  const { agentId, id: sessionId, isTest, organizationId, userId } = call.conversation
  const parameters = rememberParameters.safeParse(call.parameters)
  if (!parameters.success) return { result: 'The parameter "text" is missing.', isError: true }
  const isProposed = await database.write(async (tx) => {
    const isOn = await lockMemory(tx, userId)
    if (isTest || !isOn || !(await mayRemember(tx, sessionId))) return null
    return proposeNote(tx, { userId, organizationId, agentId, sessionId, ...parameters.data, at: clock.now() })
  })
  if (isProposed === null) {
    return { result: 'Memory is off. Nothing was noted: do not claim to remember it next time.', isError: true }
  }
  if (!isProposed) return { result: 'Nothing more can be noted in this conversation.', isError: true }
  return {
    result: 'Noted as a proposal: the person decides after the conversation. Do not read it back.',
    isError: false,
  }
}
