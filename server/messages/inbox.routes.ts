import * as inbox from '#contract/messages/inbox.ts'
import { recordAct } from '../audit/acts.ts'
import { actingIn } from '../audit/acting.routes.ts'
import { stillHasDuty } from '../identity/admins.ts'
import { findContact } from './contact-messages.ts'
import { countUnread, listAssignees, listInbox, readInboxFigures } from './inbox.ts'
import { changeThread, closeAnswered, lockThread, reopenUnanswered } from './inbox-threads.ts'
import { messageExists, findAnswerableTeamThread, isAnsweredSince, mayReceiveMessages } from './policies.ts'
import { refuse } from '../kernel/problem.ts'
import { routes } from '../kernel/serve.ts'
import * as savedAnswers from '#contract/messages/saved-answers.ts'
import { changeSavedAnswer, createSavedAnswer, deleteSavedAnswer, listSavedAnswers } from './saved-answers.ts'
import * as adminMessages from '#contract/messages/admin-messages.ts'
import { countAudience, listThreads, readThread } from './admin-messages.ts'
import { sendFromTeam, withdrawMessage } from './messages.ts'

export const inboxRoutes = routes(inbox, {
  inbox: ({ readLong, person, query }) => listInbox(readLong, person.id, query),
  inboxUnread: async ({ read, person }) => ({ unread: await countUnread(read, person.id) }),
  inboxFigures: async ({ read, at }) => readInboxFigures(read, at),
  inboxAssignees: async ({ read }) => listAssignees(read),

  findInboxThread: async ({ read, readLong, person, params: { messageId }, fail }) => {
    const [thread] = (await listInbox(readLong, person.id, { messageId, limit: 1 })).rows
    const contact = await findContact(read, messageId)
    if (!thread && !contact && !(await messageExists(read, messageId))) throw fail('message_not_found')
    return { thread: thread ?? null, contact }
  },

  changeInboxThread: async (context) => {
    const { person, params, body, write } = context
    return write(async (tx) => {
      if (body.assigneeId && !(await stillHasDuty(tx, body.assigneeId, 'messages.change'))) refuse('assignee_not_found')
      const { targetId, before, after } = await changeThread(tx, params.id, body)
      const target = { kind: 'message', id: targetId } as const
      for (const [field, action] of [
        ['state', 'message.state'],
        ['assigneeId', 'message.assign'],
      ] as const) {
        if (before[field] === after[field]) continue
        const change = { before: { [field]: before[field] }, after: { [field]: after[field] } }
        await recordAct(tx, actingIn(context), { action, target, ...change })
      }
      const [thread] = (await listInbox(tx, person.id, { id: params.id, limit: 1 })).rows
      return thread ?? refuse('thread_not_found')
    })
  },
})

export const savedAnswerRoutes = routes(savedAnswers, {
  savedAnswers: async ({ read }) => listSavedAnswers(read),

  createSavedAnswer: async (context) => {
    const { person, body, at, write } = context
    return write(async (tx) => {
      const row = await createSavedAnswer(tx, person.id, body, at)
      const target = { kind: 'saved_answer', id: row.id } as const
      await recordAct(tx, actingIn(context), { action: 'saved_answer.create', target, after: { title: row.title } })
      return row
    })
  },

  changeSavedAnswer: async (context) => {
    const { person, params, body, at, write } = context
    return write(async (tx) => {
      const { before: began, ...words } = body
      const { before, row } = await changeSavedAnswer(tx, person.id, { ...words, id: params.id, began }, at)
      const target = { kind: 'saved_answer', id: row.id } as const
      const after = { title: row.title, isTextChanged: before.message !== row.message }
      const change = { before: { title: before.title }, after }
      await recordAct(tx, actingIn(context), { action: 'saved_answer.change', target, ...change })
      return row
    })
  },

  deleteSavedAnswer: async (context) => {
    const { params, write } = context
    await write(async (tx) => {
      const title = await deleteSavedAnswer(tx, params.id)
      const target = { kind: 'saved_answer', id: params.id } as const
      await recordAct(tx, actingIn(context), { action: 'saved_answer.delete', target, before: { title } })
    })
  },
})

export const adminMessageRoutes = routes(adminMessages, {
  adminCommunications: ({ readLong, person, query }) => listThreads(readLong, person.id, query),
  adminThread: ({ read, person, params }) => readThread(read, person.id, params.id),
  broadcastAudience: async ({ readLong, person }) => ({ people: await countAudience(readLong, person.id) }),

  sendTeamMessage: async (context) => {
    const { person, body, request, at, write, fail } = context
    const { inReplyTo, seenId, close, ...draft } = body
    // Only what reaches more than one person needs a fresh proof (D204).
    if (draft.toUserId === null) request.server.guards.requireProof(request)
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
      const sent = (await readThread(tx, person.id, id)).find((message) => message.id === id)
      if (!sent) throw new Error(`Message ${id} is gone`)
      return sent
    })
  },

  withdrawMessage: async (context) => {
    const { params, at, write } = context
    await write(async (tx) => {
      const { inReplyTo, toUserId } = await withdrawMessage(tx, params.id, at)
      if (inReplyTo && toUserId) await reopenUnanswered(tx, inReplyTo, toUserId)
      const before = { to: toUserId ?? 'everybody' }
      const target = { kind: 'message', id: params.id } as const
      await recordAct(tx, actingIn(context), { action: 'message.withdraw', target, before, after: { to: null } })
    })
  },
})
