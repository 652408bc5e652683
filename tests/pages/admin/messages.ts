import {
  adminCommunications,
  adminThread,
  broadcastAudience,
  type TeamMessage,
} from '#contract/messages/admin-messages.ts'
import { customer, customerTimeline } from '#contract/admin/customers.ts'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import { findInboxThread, inbox, inboxAssignees, inboxFigures, type InboxThread } from '#contract/messages/inbox.ts'
import { savedAnswers } from '#contract/messages/saved-answers.ts'
import { markMessageRead } from '#contract/messages/messages.ts'
import { fakeOf } from '../fake-answer.ts'
import type { FakeServer } from '../fake-server.ts'
import { ada, ben, servePanel } from './admin.ts'

export const grace = {
  id: '8e0c7a52-8f6a-4a0e-9f0a-00000000000a',
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
} satisfies NamedPerson

/** Ben asks the admins, and none has read it. */
export const question = fakeOf(adminThread, {
  id: '8e0c7a52-8f6a-4a0e-9f0a-000000000001',
  fromUserId: ben.id,
  subject: 'My invoice',
  message: 'Where is it?',
  messageType: 'general',
  priority: 'normal',
  isUnread: true,
  sender: ben,
})

/** The same once Ada has read it. */
export const read: TeamMessage = { ...question, isRead: true, isUnread: false, readCount: 1 }

export const reply: TeamMessage = {
  ...question,
  id: '8e0c7a52-8f6a-4a0e-9f0a-000000000002',
  fromUserId: ada.id,
  audience: 'person',
  toUserId: ben.id,
  message: 'On your account page.',
  messageType: 'support',
  isRead: true,
  isOwn: true,
  isUnread: false,
  inReplyTo: question.id,
  sender: ada,
  recipient: ben,
}

export const news: TeamMessage = {
  ...reply,
  id: '8e0c7a52-8f6a-4a0e-9f0a-000000000003',
  audience: 'broadcast',
  toUserId: null,
  subject: 'News',
  message: 'There is something new.',
  messageType: 'announcement',
  priority: 'high',
  inReplyTo: null,
  recipient: null,
}

/** How the inbox shows Ben's question. */
export const fromBen = fakeOf(inbox, {
  id: '8e0c7a52-8f6a-4a0e-9f0a-0000000000b1',
  messageId: question.id,
  person: ben,
  name: 'Ben Reed',
  email: ben.email,
  subject: question.subject,
  message: question.message,
  messageCount: 1,
  unreadCount: 1,
  askedAt: question.createdAt,
  openSince: question.createdAt,
})

/** Returns how the inbox shows a thread of these messages; none for a message to everybody. */
export function inboxOf(messages: readonly TeamMessage[]): InboxThread[] {
  const newest = messages.at(-1)
  if (!newest || newest.audience === 'broadcast') return []
  const isAnswered = newest.audience === 'person'
  const { subject, message, createdAt } = newest
  const standing = isAnswered
    ? { state: 'waiting' as const, answeredBy: newest.sender, openSince: null, answeredAt: createdAt }
    : { openSince: createdAt }
  const unreadCount = messages.filter(({ isUnread }) => isUnread).length
  const counts = { messageCount: messages.length, unreadCount }
  return [{ ...fromBen, ...counts, ...standing, messageId: newest.id, subject, message }]
}

/** Returns how the notices show messages to everybody. */
const noticesOf = (messages: readonly TeamMessage[]) =>
  messages
    .filter(({ audience }) => audience === 'broadcast')
    .map((message) => fakeOf(adminCommunications, { ...message, messageCount: 1 }))

const figures = { open: 3, waiting: 12, closed: 240, last30Days: { count: 8, medianSeconds: 4500 } }

/** What is known of Ben: a plan, and 12:30 of balance. */
const known = { id: ben.id, balance: { month: 600, purchased: 150 }, plan: { name: 'Starter' } }

/** Answers everything that the tab reads; `messages` are those of one thread, as they are at that moment. */
export function serveMessages(server: FakeServer, messages: () => readonly TeamMessage[]): void {
  servePanel(server)
  server.answer(broadcastAudience, { people: 1234 })
  server.answer(adminThread, () => [...messages()])
  server.answer(adminCommunications, () => noticesOf(messages()))
  server.answer(inbox, ({ query: { box, state } }) =>
    inboxOf(messages()).filter(
      (row) => (box !== 'unread' || row.unreadCount > 0) && (state === undefined || row.state === state),
    ),
  )
  server.answer(inboxFigures, fakeOf(inboxFigures, figures))
  server.answer(inboxAssignees, [ada, grace])
  server.answer(findInboxThread, () => ({ thread: inboxOf(messages())[0] ?? null, contact: null }))
  server.answer(savedAnswers, [])
  server.answer(customer, fakeOf(customer, known))
  server.answer(customerTimeline, { lines: [], next: null })
  server.answer(markMessageRead, fakeOf(markMessageRead, { id: read.id }))
}

export const apology = fakeOf(savedAnswers, {
  id: '8e0c7a52-8f6a-4a0e-9f0a-0000000000e1',
  title: 'Minutes credited back',
  message: 'Hi {firstName}, we credited {minutes} back.',
})
