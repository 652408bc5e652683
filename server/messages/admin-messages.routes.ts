import type { FastifyInstance } from 'fastify'
import * as adminMessages from '#contract/messages/admin-messages.ts'
import { recordAct } from '../audit/acts.ts'
import { closeAnswered, lockThread, reopenUnanswered } from './inbox-threads.ts'
import { countAudience, listThreads, readThread } from './admin-messages.ts'
import { findAnswerableTeamThread, isAnsweredSince, mayReceiveMessages } from './policies.ts'
import { sendFromTeam, withdrawMessage } from './messages.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../kernel/services.ts'
import { actingIn } from '../audit/acting.routes.ts'

export function adminMessageRoutes(app: FastifyInstance, services: Services): void {
  const { read, readLong } = services.database
  serve(app, services, adminMessages, {
    adminCommunications: async ({ person, query, reply }) => {
      const { rows, total } = await listThreads(readLong, person.id, query)
      reply.header('x-total-count', total)
      return rows
    },

    adminThread: async ({ person, params, fail }) => {
      const messages = await readThread(read, person.id, params.id)
      if (!messages) throw fail('message_not_found')
      return messages
    },

    broadcastAudience: async ({ person }) => ({ people: await countAudience(read, person.id) }),

    sendTeamMessage: async (context) => {
      const { person, body, at, write, fail } = context
      const { inReplyTo, seenId, close, ...draft } = body
      // Only what reaches more than one person needs a fresh proof (D204).
      if (draft.toUserId === null) app.guards.requireProof(context.request)
      return write(async (tx) => {
        if (draft.toUserId !== null && !(await mayReceiveMessages(tx, draft.toUserId))) throw fail('user_not_found')
        const threadId = inReplyTo ? await findAnswerableTeamThread(tx, person.id, inReplyTo, draft.toUserId) : null
        if (inReplyTo && threadId === null) throw fail('message_not_found')
        const thread = threadId && draft.toUserId ? { threadId, personId: draft.toUserId } : null
        if (thread) await lockThread(tx, thread.threadId, thread.personId)
        if (thread && seenId && (await isAnsweredSince(tx, { ...thread, adminId: person.id, seenId })))
          throw fail('changed_meanwhile')
        const id = await sendFromTeam(tx, person.id, { ...draft, threadId }, at)
        if (thread && close) await closeAnswered(tx, thread)
        const { messageType, priority, toUserId } = draft
        const after = { to: toUserId ?? 'everybody', messageType, priority }
        await recordAct(tx, actingIn(context), { action: 'message.send', target: { kind: 'message', id }, after })
        const sent = (await readThread(tx, person.id, id))?.find((message) => message.id === id)
        if (!sent) throw new Error(`Message ${id} is gone`)
        return sent
      })
    },

    withdrawMessage: async (context) => {
      const { params, at, write, fail } = context
      await write(async (tx) => {
        const withdrawn = await withdrawMessage(tx, params.id, at)
        if (!withdrawn) throw fail('message_not_found')
        const { inReplyTo, toUserId } = withdrawn
        if (inReplyTo && toUserId) await reopenUnanswered(tx, inReplyTo, toUserId)
        const before = { to: toUserId ?? 'everybody' }
        const target = { kind: 'message', id: params.id } as const
        await recordAct(tx, actingIn(context), { action: 'message.withdraw', target, before, after: { to: null } })
      })
      return { success: true as const }
    },
  })
}
