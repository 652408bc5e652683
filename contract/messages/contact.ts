import * as z from 'zod/mini'
import { call } from '../call.ts'
import { messageLimits } from './messages.ts'
import { emailField, isoTime } from '../identity/people.ts'
import { requiredLine, requiredText } from '../required-text.ts'

/** Characters of a name: two names of 100 with a space between them. */
const maxNameLength = 201

export const sendContact = call('POST /api/contact', {
  who: 'anyone',
  summary: 'Writes to the team: signed-in people get the answer in their messages, others by mail (D177).',
  body: z.object({
    name: requiredLine('Name', maxNameLength),
    email: emailField,
    message: requiredText('Message', messageLimits.message),
    /** Hidden on the page: only bots fill it in, and what they send is dropped. */
    website: z._default(z.string().check(z.maxLength(500)), ''),
  }),
  answer: z.object({ success: z.literal(true) }),
  status: 201,
  errors: { too_many_messages: [429, 'You have sent several messages within an hour. Please try again later.'] },
})

/** A message from a person without an account, and the answer. */
const contactMessage = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  message: z.string(),
  createdAt: isoTime,
  /** Null while it waits for an answer. */
  answer: z.nullable(z.string()),
  answeredAt: z.nullable(isoTime),
})
export type ContactMessage = z.output<typeof contactMessage>

export const contactMessages = call('GET /api/admin/contact-messages', {
  who: 'admin',
  summary: 'Lists what people without an account wrote on the contact page, newest first (D177).',
  answer: z.array(contactMessage),
})

export const answerContact = call('POST /api/admin/contact-messages/:id/answer', {
  who: 'admin',
  summary: 'Answers a message from the contact page by mail, once (D177).',
  params: { id: z.uuid() },
  body: z.object({ message: requiredText('Answer', messageLimits.message) }),
  answer: contactMessage,
  errors: {
    message_not_found: [404, 'This message does not exist or was deleted.'],
    already_answered: [409, 'This message has already been answered.'],
  },
})
