import * as z from 'zod/mini'
import { sortedListQuery } from '../admin-list.ts'
import { namedPerson } from '../agents/admin-requests.ts'
import { call } from '../call.ts'
import { communication, messageLimits } from './messages.ts'
import { requiredLine, requiredText } from '../required-text.ts'
import { user_not_found } from '../refusals.ts'

/** The types of an admin's message (S478). */
export const teamMessageTypes = ['general', 'announcement', 'support'] as const
export const messagePriorities = ['low', 'normal', 'high'] as const

/** The filters of the list; by default it shows every thread. */
export const threadBoxes = ['unread', 'from_people', 'to_everybody', 'to_person', 'notices'] as const

/** The columns that the list can be sorted by. */
export const threadColumns = ['person', 'subject', 'created'] as const

/** A message to or from platform admins; `isUnread` is each admin's own (D64, D65). */
export const teamMessage = z.extend(communication, {
  sender: namedPerson,
  /** The recipient; null for everyone, and for messages to the admins. */
  recipient: z.nullable(namedPerson),
  /** The number of people besides the sender who have read it. */
  readCount: z.number(),
})
export type TeamMessage = z.output<typeof teamMessage>

/** A thread with one person or to everyone: its latest message and its counts. */
export const teamThread = z.extend(teamMessage, {
  /** The person it is with; null for a message to everyone. */
  person: z.nullable(namedPerson),
  messageCount: z.number(),
  unreadCount: z.number(),
})
export type TeamThread = z.output<typeof teamThread>

export const adminCommunications = call('GET /api/admin/communications', {
  who: 'messages.read',
  summary: 'Lists the threads with the admins by their latest message, newest first (S603, D64, D150).',
  query: z.extend(sortedListQuery(threadColumns), {
    box: z.optional(z.enum(threadBoxes)),
    messageType: z.optional(z.string().check(z.maxLength(50))),
  }),
  answer: z.array(teamThread),
})

const message_not_found = [404, 'This message does not exist or was withdrawn.'] as const

export const adminThread = call('GET /api/admin/communications/:id', {
  who: 'messages.read',
  summary: 'Returns the remaining messages of a thread, oldest first (D66).',
  answer: z.array(teamMessage),
  errors: { message_not_found },
})

export const broadcastAudience = call('GET /api/admin/broadcast-audience', {
  who: 'messages.read',
  summary: 'Returns the number of people that a message to everyone would reach now (D65).',
  answer: z.object({ people: z.number() }),
})

export const sendTeamMessage = call('POST /api/admin/communications', {
  who: 'messages.change',
  summary: 'Sends a message to one person or to everyone, visible right away (S604, S434, D65).',
  body: z.object({
    subject: requiredLine('Subject', messageLimits.subject),
    message: requiredText('Message', messageLimits.message),
    messageType: z._default(z.enum(teamMessageTypes, { error: 'Please choose a type' }), 'general'),
    priority: z._default(z.enum(messagePriorities, { error: 'Please choose a priority' }), 'normal'),
    /** null means everyone. */
    toUserId: z._default(z.nullable(z.uuid({ error: 'Please choose a user' })), null),
    /** A message of the thread with this person that the new one continues. */
    inReplyTo: z.optional(z.uuid()),
    /** The newest message that this admin has seen; a newer answer of somebody else refuses this one (D187). */
    seenId: z.optional(z.uuid()),
    /** Whether the conversation is closed with this answer. */
    close: z._default(z.boolean(), false),
  }),
  answer: teamMessage,
  failed: ['Error', 'Failed to send message'],
  status: 201,
  errors: {
    changed_meanwhile: [
      409,
      'Someone else has answered in the meantime. Please read their answer before you send yours.',
    ],
    user_not_found,
    message_not_found,
  },
})

export const withdrawMessage = call('DELETE /api/admin/communications/:id', {
  who: 'messages.change',
  summary: 'Withdraws a message that an admin sent, so that it disappears for everyone (D65).',
  done: ['Message Withdrawn', 'No one can see it now.'],
  failed: ['Failed to withdraw message', 'People can still read it. Please try again.'],
  errors: { message_not_found },
})
