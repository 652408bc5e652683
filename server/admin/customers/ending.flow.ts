import { type Acting, recordAct } from '../../audit/acts.ts'
import { watchTalk } from '../../conversations/after-talk.flow.ts'
import { endWhereCarried } from '../../conversations/carried-ends.flow.ts'
import { findConversation } from '../../conversations/history.ts'
import type { Services } from '../../conversations/services.ts'
import { refuse } from '../../kernel/problem.ts'
import { settleConversation } from '../../conversations/voice-sessions.ts'

/** The team ends a live conversation, which is charged up to that second. Returns what was charged in ms. */
export async function endTalk(services: Services, by: Acting, id: string): Promise<number> {
  const { database, clock } = services
  const talk = (await findConversation(database.read, id)) ?? refuse('conversation_not_found')
  await database.write(async (tx) => {
    const [live] = await tx`select from voice_session where id = ${id} and status = 'active' for no key update`
    if (!live) refuse('conversation_over')
    const target = { kind: 'user', id: talk.userId } as const
    await recordAct(tx, by, { action: 'conversation.end', target, after: { agent: talk.agentName } })
  })
  await endWhereCarried(services, id, 'team')
  // No process carries it, so it ends as far as the last tick recorded it.
  const settled = await settleConversation(database.step, { id, reason: 'team', at: clock.now() })
  await watchTalk(services, talk)
  return settled?.chargedMs ?? 0
}
