import * as z from 'zod/mini'
import { call } from '../call.ts'
import { field } from '../field-words.ts'
import { messageLimits } from './messages.ts'
import { emailField } from '../identity/fields.ts'
import { isoTime, shownAddress } from '../identity/people.ts'
import { requiredLine, requiredText } from '../required-text.ts'

/** The longest name in characters: two names of 100 and a space. */
const maxNameLength = 201

export const sendContact = call('POST /api/contact', {
  who: 'anyone',
  summary: 'Writes to the team: signed-in people get the answer in their messages, others by mail (D177).',
  failed: ['Error', 'Failed to send message. Please try again.'],
  body: z.object({
    name: field(requiredLine('Name', maxNameLength), { label: 'Name', autoComplete: 'name' }),
    email: emailField,
    message: field(requiredText('Message', messageLimits.message), { label: 'Message', kind: 'area', rows: 7 }),
    /** Hidden on the page: only bots fill it in, and their messages are dropped. */
    website: z._default(z.string().check(z.maxLength(500)), ''),
  }),
  status: 201,
  errors: { too_many_messages: [429, 'You have sent too many messages. Please try again in an hour.'] },
})

/** A message from a person without an account, and its answer. */
export const contactMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: shownAddress,
  message: z.string(),
  createdAt: isoTime,
  /** Null until it has been answered. */
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(isoTime),
})
export type ContactMessage = z.output<typeof contactMessage>

export const contactMessages = call('GET /api/admin/contact-messages', {
  who: 'messages.read',
  summary: 'Lists the messages that people without an account sent from the contact page, newest first (D177).',
  answer: z.array(contactMessage),
})

export const answerContact = call('POST /api/admin/contact-messages/:id/answer', {
  who: 'messages.change',
  summary: 'Answers a message from the contact page by mail, once (D177).',
  body: z.object({
    message: requiredText('Answer', messageLimits.message),
    /** Whether the conversation is closed with it. */
    close: z._default(z.boolean(), false),
  }),
  answer: contactMessage,
  failed: ['Error', 'Failed to send your answer. Please try again.'],
  errors: {
    message_not_found: [404, 'This message does not exist or was deleted.'],
    already_answered: [409, 'This message has already been answered.'],
  },
})
