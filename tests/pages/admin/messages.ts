import {
  adminCommunications,
  adminThread,
  broadcastAudience,
  type TeamThread,
  type TeamMessage,
} from '#contract/messages/admin-messages.ts'
import { customer, customerTimeline } from '#contract/admin/customers.ts'
import type { NamedPerson } from '#contract/agents/admin-requests.ts'
import type { Answer } from '#contract/call.ts'
import { findInboxThread, inbox, inboxAssignees, inboxFigures, type InboxThread } from '#contract/messages/inbox.ts'
import { type SavedAnswer, savedAnswers } from '#contract/messages/saved-answers.ts'
import { type Communication, markMessageRead } from '#contract/messages/messages.ts'
import type { FakeServer } from '../fake-server.ts'
import { ada, ben, servePanel } from './admin.ts'

/** What page tests of the panel's communications share. */

/** Another one of the team. */
export const grace = {
  id: '8e0c7a52-8f6a-4a0e-9f0a-00000000000a',
  email: 'grace@example.com',
  firstName: 'Grace',
  lastName: 'Hopper',
} satisfies NamedPerson

/** Ben asks the admins, and none has read it. */
export const question = {
  id: '8e0c7a52-8f6a-4a0e-9f0a-000000000001',
  fromUserId: ben.id,
  audience: 'admins',
  toUserId: null,
  subject: 'My invoice',
  message: 'Where is it?',
  messageType: 'general',
  priority: 'normal',
  isRead: false,
  isOwn: false,
  isUnread: true,
  inReplyTo: null,
  seenAt: null,
  createdAt: '2026-11-20T08:00:00.000Z',
  sender: ben,
  recipient: null,
  readCount: 0,
} satisfies TeamMessage

/** The same once Ada has read it. */
export const read: TeamMessage = { ...question, isRead: true, isUnread: false, readCount: 1 }

/** What Ada answers to it. */
export const reply = {
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
  createdAt: '2026-11-20T09:00:00.000Z',
  sender: ada,
  recipient: ben,
} satisfies TeamMessage

/** From Ada to everybody. */
export const news = {
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
} satisfies TeamMessage

/** How the inbox shows Ben's question. */
export const fromBen = {
  id: '8e0c7a52-8f6a-4a0e-9f0a-0000000000b1',
  messageId: question.id,
  contactId: null,
  state: 'open',
  assignee: null,
  person: ben,
  name: 'Ben Reed',
  email: ben.email,
  accountId: null,
  subject: question.subject,
  message: question.message,
  messageType: 'general',
  priority: 'normal',
  messageCount: 1,
  unreadCount: 1,
  answeredBy: null,
  askedAt: question.createdAt,
  openSince: question.createdAt,
  answeredAt: null,
  firstAnswerSeconds: null,
} satisfies InboxThread

/** Returns the message as the calls return one to everybody. */
export function communicationOf({
  sender: _sender,
  recipient: _recipient,
  readCount: _count,
  ...message
}: TeamMessage) {
  return message satisfies Communication
}

/** Returns how the inbox shows a thread of these messages; none for a message to everybody. */
export function inboxOf(messages: readonly TeamMessage[]): InboxThread[] {
  const newest = messages.at(-1)
  if (!newest || newest.audience === 'broadcast') return []
  const isAnswered = newest.audience === 'person'
  return [
    {
      ...fromBen,
      messageId: newest.id,
      subject: newest.subject,
      message: newest.message,
      messageCount: messages.length,
      unreadCount: messages.filter(({ isUnread }) => isUnread).length,
      state: isAnswered ? 'waiting' : 'open',
      answeredBy: isAnswered ? newest.sender : null,
      openSince: isAnswered ? null : newest.createdAt,
      answeredAt: isAnswered ? newest.createdAt : null,
    },
  ]
}

/** Returns how the notices show messages to everybody. */
function noticesOf(messages: readonly TeamMessage[]): TeamThread[] {
  return messages
    .filter(({ audience }) => audience === 'broadcast')
    .map((message) => ({ ...message, person: null, messageCount: 1, unreadCount: 0 }))
}

export const figures = {
  open: 3,
  waiting: 12,
  closed: 240,
  last7Days: { count: 0, medianSeconds: null },
  last30Days: { count: 8, medianSeconds: 4500 },
} satisfies Answer<typeof inboxFigures>

/** What is known of Ben: a plan, 12:30 of balance, and nothing on the timeline. */
export const benAsCustomer = {
  id: ben.id,
  user: null,
  erasedAt: null,
  isEmailConfirmed: true,
  createdAt: '2026-11-01T08:00:00.000Z',
  twoFactorSince: null,
  devices: [],
  balance: { month: 600, monthEndsAt: null, purchased: 150, held: 0 },
  plan: { name: 'Starter', state: 'renews', at: null, nextCharge: null },
  autoPurchase: null,
  debts: [],
  live: [],
  notes: [],
} satisfies Answer<typeof customer>

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
  server.answer(inboxFigures, figures)
  server.answer(inboxAssignees, [ada, grace])
  server.answer(findInboxThread, () => ({ thread: inboxOf(messages())[0] ?? null, contact: null }))
  server.answer(savedAnswers, [])
  server.answer(customer, benAsCustomer)
  server.answer(customerTimeline, { lines: [], next: null })
  server.answer(markMessageRead, communicationOf(read))
}

export const apology = {
  id: '8e0c7a52-8f6a-4a0e-9f0a-0000000000e1',
  title: 'Minutes credited back',
  message: 'Hi {firstName}, we credited {minutes} back.',
  updatedAt: question.createdAt,
} satisfies SavedAnswer
