import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'
import { requiredLine, requiredText } from '../required-text.ts'

/** Characters, and messages per hour (D66). */
export const messageLimits = { subject: 255, message: 5000, perHour: 10 }

export const communication = z.object({
  id: z.string(),
  fromUserId: z.string(),
  /** Who reads it besides its sender: the stored audience decides, not the recipient (D64). */
  audience: z.enum(['admins', 'organization', 'broadcast', 'person']),
  /** null for a broadcast, and for messages to admins. */
  toUserId: z.nullable(z.string()),
  subject: z.string(),
  message: z.string(),
  messageType: z.string(),
  priority: z.enum(['low', 'normal', 'high']),
  /** Whether this person has marked it as read; other recipients of a broadcast have their own mark (D65). */
  isRead: z.boolean(),
  isOwn: z.boolean(),
  /** Counts in the badge: not read, not the person's own, and no broadcast from before the account (D66). */
  isUnread: z.boolean(),
  /** The first message of its thread; null when it is the first. */
  inReplyTo: z.nullable(z.string()),
  /** When a recipient first read the person's own message (D66). */
  seenAt: z.nullable(isoTime),
  createdAt: isoTime,
})
export type Communication = z.output<typeof communication>

export const communications = call('GET /api/user/communications', {
  who: 'person',
  summary: 'Lists messages to and from this person and broadcasts, newest first (D64-D66).',
  answer: z.array(communication),
})

const unknown = [404, 'This message does not exist or was deleted.'] as const

export const sendMessage = call('POST /api/user/communications', {
  who: 'person',
  summary: "Writes to the admins of the platform or of the person's organization; at most 10 an hour (S233, D64, D66).",
  body: z.object({
    subject: requiredLine('Subject', messageLimits.subject),
    message: requiredText('Message', messageLimits.message),
    /** A request for minutes goes to the organization, once a day (D49). */
    messageType: z._default(z.enum(['general', 'minutes_request']), 'general'),
    priority: z._default(z.literal('normal'), 'normal'),
    audience: z._default(z.enum(['admins', 'organization']), 'admins'),
    /** Any message of the thread that this one continues. */
    inReplyTo: z.optional(z.uuid()),
  }),
  answer: communication,
  status: 201,
  errors: {
    message_not_found: unknown,
    no_organization: [409, 'You are not working in an organization right now.'],
    minutes_requested: [429, 'You already asked for minutes today. Your admins have your message.'],
    too_many_messages: [429, 'You have sent 10 messages within an hour. Please try again later.'],
  },
})

export const markMessageRead = call('PATCH /api/user/communications/:id/read', {
  who: 'person',
  summary: 'Marks a message as read for this person only (D65).',
  params: { id: z.uuid() },
  answer: communication,
  errors: { message_not_found: unknown },
})

export const deleteMessage = call('DELETE /api/user/communications/:id', {
  who: 'person',
  summary: 'Removes a message from this person’s list only (D65).',
  params: { id: z.uuid() },
  answer: z.object({ success: z.literal(true) }),
  errors: { message_not_found: unknown },
})
