import {
  adminCommunications,
  adminThread,
  broadcastAudience,
  type TeamThread,
  type TeamMessage,
} from '#contract/messages/admin-messages.ts'
import { type Communication, markMessageRead } from '#contract/messages/messages.ts'
import type { FakeServer } from '../fake-server.ts'
import type { Page } from '../fixtures.ts'
import { ada, ben, servePanel } from './admin.ts'

/** What page tests of the panel's communications share. */

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

export const fromBen = {
  ...question,
  person: ben,
  messageCount: 1,
  unreadCount: 1,
} satisfies TeamThread

/** Returns the message as the calls return one to everybody. */
export function communicationOf({
  sender: _sender,
  recipient: _recipient,
  readCount: _count,
  ...message
}: TeamMessage) {
  return message satisfies Communication
}

/** Returns how the list shows a thread of these messages. */
export function threadOf(messages: readonly TeamMessage[]): TeamThread[] {
  const newest = messages.at(-1)
  if (!newest) return []
  const person = newest.audience === 'broadcast' ? null : ben
  const unreadCount = messages.filter(({ isUnread }) => isUnread).length
  return [{ ...newest, person, messageCount: messages.length, unreadCount }]
}

/** Answers everything that the tab reads: one thread, as `messages` returns it at that moment. */
export function serveMessages(server: FakeServer, messages: () => readonly TeamMessage[]): void {
  servePanel(server)
  server.answer(broadcastAudience, { people: 1234 })
  server.answer(adminThread, () => [...messages()])
  server.answer(adminCommunications, ({ query: { box } }) =>
    threadOf(messages()).filter(({ unreadCount }) => box !== 'unread' || unreadCount > 0),
  )
  server.answer(markMessageRead, communicationOf(read))
}

export const sendButton = (page: Page) => page.getByRole('button', { name: 'Send Message' })

/** Opens the dialog of a new message and fills in its words. */
export async function compose(page: Page, words: { subject: string; message: string }): Promise<void> {
  await page.getByRole('button', { name: 'New Message' }).click()
  await page.getByLabel('Subject').fill(words.subject)
  await page.getByLabel('Message', { exact: true }).fill(words.message)
}
