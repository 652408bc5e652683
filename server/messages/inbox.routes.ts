import type { FastifyInstance } from 'fastify'
import * as inbox from '#contract/messages/inbox.ts'
import { recordAct } from '../audit/acts.ts'
import { actingIn } from '../audit/acting.routes.ts'
import { stillHasDuty } from '../identity/admins.ts'
import { findContact } from './contact-messages.ts'
import { countUnread, listAssignees, listInbox, readInboxFigures } from './inbox.ts'
import { changeThread } from './inbox-threads.ts'
import { messageExists } from './policies.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../kernel/services.ts'

export function inboxRoutes(app: FastifyInstance, services: Services): void {
  const { read, readLong } = services.database
  serve(app, services, inbox, {
    inbox: async ({ person, query, reply }) => {
      const { rows, total } = await listInbox(readLong, person.id, query)
      reply.header('x-total-count', total)
      return rows
    },

    inboxUnread: async ({ person }) => ({ unread: await countUnread(read, person.id) }),

    inboxFigures: async ({ at }) => readInboxFigures(read, at),

    inboxAssignees: async () => listAssignees(read),

    findInboxThread: async ({ person, params: { messageId }, fail }) => {
      const [thread] = (await listInbox(readLong, person.id, { messageId, limit: 1 })).rows
      const contact = await findContact(read, messageId)
      if (!thread && !contact && !(await messageExists(read, messageId))) throw fail('message_not_found')
      return { thread: thread ?? null, contact }
    },

    changeInboxThread: async (context) => {
      const { person, params, body, write, fail } = context
      return write(async (tx) => {
        if (body.assigneeId && !(await stillHasDuty(tx, body.assigneeId, 'messages.change')))
          throw fail('assignee_not_found')
        const changed = await changeThread(tx, params.id, body)
        if (!changed) throw fail('thread_not_found')
        const { targetId, before, after } = changed
        const target = { kind: 'message', id: targetId } as const
        const by = actingIn(context)
        if (before.state !== after.state)
          await recordAct(tx, by, {
            action: 'message.state',
            target,
            before: { state: before.state },
            after: { state: after.state },
          })
        if (before.assigneeId !== after.assigneeId)
          await recordAct(tx, by, {
            action: 'message.assign',
            target,
            before: { assigneeId: before.assigneeId },
            after: { assigneeId: after.assigneeId },
          })
        const [thread] = (await listInbox(tx, person.id, { id: params.id, limit: 1 })).rows
        if (!thread) throw fail('thread_not_found')
        return thread
      })
    },
  })
}
