import * as z from 'zod/mini'
import { call } from '../call.ts'
import { field } from '../field-words.ts'
import { isoTime } from '../identity/people.ts'
import { requiredLine, requiredText } from '../required-text.ts'

/** Maximum lengths in characters, and the number of messages per hour (D66). */
export const messageLimits = { subject: 255, message: 5000, perHour: 10 }

export const communication = z.object({
  id: z.string(),
  fromUserId: z.string(),
  /** Decides who can read it besides its sender; the recipient alone does not (D64). */
  audience: z.enum(['admins', 'organization', 'broadcast', 'person']),
  /** null for a broadcast, and for messages to admins. */
  toUserId: z.nullable(z.string()),
  subject: z.string(),
  message: z.string(),
  messageType: z.string(),
  priority: z.enum(['low', 'normal', 'high']),
  /** Whether this person has marked it as read; each recipient of a broadcast has their own mark (D65). */
  isRead: z.boolean(),
  isOwn: z.boolean(),
  /** Whether the badge counts it: unread, not the person's own, and not a broadcast older than their account (D66). */
  isUnread: z.boolean(),
  /** The first message of its thread; null if this is the first. */
  inReplyTo: z.nullable(z.string()),
  /** When a recipient first read the person's own message (D66). */
  seenAt: z.nullable(isoTime),
  createdAt: isoTime,
})
export type Communication = z.output<typeof communication>

export const communications = call('GET /api/user/communications', {
  who: 'person',
  summary: 'Lists this person’s messages, including broadcasts, newest first (D64-D66).',
  answer: z.array(communication),
})

const message_not_found = [404, 'This message does not exist or was deleted.'] as const

export const sendMessage = call('POST /api/user/communications', {
  who: 'person',
  summary: "Writes to the admins of the platform or of the person's organization; at most 10 an hour (S233, D64, D66).",
  failed: ['Error', 'Failed to send message. Please try again.'],
  body: z.object({
    subject: field(requiredLine('Subject', messageLimits.subject), { label: 'Subject' }),
    message: field(requiredText('Message', messageLimits.message), { label: 'Message', kind: 'area', rows: 6 }),
    /** A request for minutes or agents goes to the organization's admins, each at most once a day (D49). */
    messageType: z._default(z.enum(['general', 'minutes_request', 'agents_request']), 'general'),
    priority: z._default(z.literal('normal'), 'normal'),
    audience: z._default(z.enum(['admins', 'organization']), 'admins'),
    /** A message of the thread that the new one continues. */
    inReplyTo: z.optional(z.uuid()),
  }),
  answer: communication,
  status: 201,
  errors: {
    message_not_found,
    no_organization: [409, 'You are not working in an organization right now. Please switch to one first.'],
    minutes_requested: [429, 'You have already asked for minutes today. Your admins have received your message.'],
    agents_requested: [429, 'You have already asked for agents today. Your admins have received your message.'],
    too_many_messages: [429, 'You have sent 10 messages within the last hour. Please try again later.'],
  },
})

export const markMessageRead = call('PATCH /api/user/communications/:id/read', {
  who: 'person',
  summary: 'Marks a message as read for this person only (D65).',
  failed: ['Error', 'Failed to mark message as read.'],
  answer: communication,
  errors: { message_not_found },
})

export const deleteMessage = call('DELETE /api/user/communications/:id', {
  who: 'person',
  summary: 'Removes a message from this person’s list only (D65).',
  done: ['Message Deleted'],
  failed: ['Error', 'Failed to delete message.'],
  errors: { message_not_found },
})
