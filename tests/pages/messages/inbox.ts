import { currentUser } from '#contract/identity/current-user.ts'
import {
  communications,
  deleteMessage,
  markMessageRead,
  sendMessage,
  type Communication,
} from '#contract/messages/messages.ts'
import type { Me } from '#contract/identity/people.ts'
import type { FakeServer } from '../fake-server.ts'
import { adminMe, subscriberMe } from '../people.ts'
import { hoursBefore } from '../conversations/home.ts'
import { fakeOf } from '../fake-answer.ts'

export function idOfMessage(hoursAgo: number): string {
  return `c0330000-0000-4000-8000-${String(hoursAgo).padStart(12, '0')}`
}

/** Returns an unread message of the platform's admins; each of a list was sent in another hour. */
export function fromTeam(subject: string, hoursAgo: number): Communication {
  return fakeOf(communications, {
    id: idOfMessage(hoursAgo),
    fromUserId: adminMe.id,
    audience: 'person',
    toUserId: subscriberMe.id,
    subject,
    message: 'How is it going?',
    messageType: 'general',
    priority: 'normal',
    isUnread: true,
    createdAt: hoursBefore(hoursAgo),
  })
}

/** Returns a person's message to the admins that is still unread. */
export function fromMe(subject: string, message: string, hoursAgo: number): Communication {
  return {
    ...fromTeam(subject, hoursAgo),
    fromUserId: subscriberMe.id,
    audience: 'admins',
    toUserId: null,
    message,
    isOwn: true,
    isUnread: false,
  }
}

/** Serves a person's messages as the server keeps them: read, deleted and sent ones change the list and the badge. */
export function serveInbox(server: FakeServer, me: Me, messages: readonly Communication[]): void {
  let kept = messages.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  server.answer(currentUser, () => ({ ...me, unreadMessages: kept.filter(({ isUnread }) => isUnread).length }))
  server.answer(communications, () => kept)
  server.answer(markMessageRead, ({ params: { id } }) => {
    const [message = fromTeam('Unknown', 0)] = kept.filter((one) => one.id === id)
    const read = { ...message, isRead: true, isUnread: false }
    kept = kept.map((one) => (one.id === id ? read : one))
    return read
  })
  server.answer(deleteMessage, ({ params: { id } }) => {
    kept = kept.filter((message) => message.id !== id)
    return { success: true as const }
  })
  server.answer(sendMessage, ({ body: { subject, message, inReplyTo = null } }) => {
    const sent = { ...fromMe(subject, message, 0), inReplyTo }
    kept = [sent, ...kept]
    return sent
  })
}
