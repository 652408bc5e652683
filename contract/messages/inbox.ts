import * as z from 'zod/mini'
import { sortedListQuery } from '../admin-list.ts'
import { namedPerson } from '../agents/admin-requests.ts'
import { call } from '../call.ts'
import { beforeFields, changed_meanwhile } from '../changed-fields.ts'
import { isoTime, shownAddress } from '../identity/people.ts'
import { messagePriorities } from './admin-messages.ts'
import { contactMessage } from './contact.ts'

/** The team's inbox: conversations with people, and messages of strangers from the contact page. */

/** Open needs an answer, waiting needs the customer, closed needs nobody. */
export const inboxStates = ['open', 'waiting', 'closed'] as const
export type InboxState = (typeof inboxStates)[number]

/** The filters of the list; by default it shows every conversation. */
export const inboxBoxes = ['unread', 'from_people', 'to_person', 'contact'] as const

/** The columns that the list can be sorted by: `asked` is the customer's newest message, `waiting` the oldest without an answer. */
export const inboxColumns = ['person', 'subject', 'asked', 'waiting'] as const

/** One conversation with its newest message. */
export const inboxThread = z.object({
  id: z.string(),
  /** Its newest message, by which its messages are read; null for a stranger's. */
  messageId: z.nullable(z.string()),
  /** A stranger's message; null for a conversation with a person. */
  contactId: z.nullable(z.string()),
  state: z.enum(inboxStates),
  /** Only staff who may answer count; null for nobody. */
  assignee: z.nullable(namedPerson),
  /** Null for strangers. */
  person: z.nullable(namedPerson),
  name: z.string(),
  email: shownAddress,
  /** The account with a stranger's address, for staff alone; null if there is none. */
  accountId: z.nullable(z.string()),
  subject: z.string(),
  message: z.string(),
  messageType: z.string(),
  priority: z.enum(messagePriorities),
  messageCount: z.number(),
  /** Unread by this admin; a stranger's message counts until it is answered or closed. */
  unreadCount: z.number(),
  /** Who of the team wrote the newest message; null if the customer did. */
  answeredBy: z.nullable(namedPerson),
  /** The customer's newest message; null if only the team has written. */
  askedAt: z.nullable(isoTime),
  /** The customer's oldest message without an answer. */
  openSince: z.nullable(isoTime),
  /** The newest answer. */
  answeredAt: z.nullable(isoTime),
  /** From the first message to the first answer, in plain time; null unless a customer began and was answered. */
  firstAnswerSeconds: z.nullable(z.number()),
})
export type InboxThread = z.output<typeof inboxThread>

export const inbox = call('GET /api/admin/inbox', {
  who: 'messages.read',
  summary: 'Lists the conversations with people and strangers, the customer’s newest message first (D64, D150, D177).',
  query: z.extend(sortedListQuery(inboxColumns), {
    state: z.optional(z.enum(inboxStates)),
    assignee: z.optional(z.enum(['mine', 'nobody'])),
    box: z.optional(z.enum(inboxBoxes)),
    messageType: z.optional(z.string().check(z.maxLength(50))),
  }),
  answer: z.array(inboxThread),
})

export const inboxUnread = call('GET /api/admin/inbox-unread', {
  who: 'messages.read',
  summary: 'Returns the number of open conversations with messages that this admin has not read.',
  answer: z.object({ unread: z.number() }),
})

/** The median time to the first answer, of conversations that customers began and that were first answered in these days. */
const firstAnswers = z.object({ count: z.number(), medianSeconds: z.nullable(z.number()) })

export const inboxFigures = call('GET /api/admin/inbox-figures', {
  who: 'messages.read',
  summary: 'Counts the conversations by state, and returns the median time to a first answer in 7 and 30 days.',
  answer: z.object({
    open: z.number(),
    waiting: z.number(),
    closed: z.number(),
    last7Days: firstAnswers,
    last30Days: firstAnswers,
  }),
})

export const inboxAssignees = call('GET /api/admin/inbox-assignees', {
  who: 'messages.read',
  summary: 'Lists the staff who may answer, by name.',
  answer: z.array(namedPerson),
})

export const findInboxThread = call('GET /api/admin/inbox/:messageId', {
  who: 'messages.read',
  summary: 'Returns the conversation of a message; none for broadcasts and notices that nobody has answered.',
  /** A message of the thread, or a stranger's message. */
  answer: z.object({ thread: z.nullable(inboxThread), contact: z.nullable(contactMessage) }),
  errors: { message_not_found: [404, 'This message does not exist or was withdrawn.'] },
})

export const changeInboxThread = call('PATCH /api/admin/inbox/:id', {
  who: 'messages.change',
  summary: 'Changes the state or the assignee of a conversation (D187).',
  body: z.object({
    state: z.optional(z.enum(inboxStates, { error: 'Please choose a state' })),
    /** null for nobody. */
    assigneeId: z.optional(z.nullable(z.uuid({ error: 'Please choose a person' }))),
    before: beforeFields,
  }),
  answer: inboxThread,
  failed: ['Failed to change the conversation', 'No changes were saved. Please try again.'],
  errors: {
    thread_not_found: [404, 'This conversation does not exist.'],
    assignee_not_found: [404, 'This person does not answer messages. Please choose somebody else.'],
    changed_meanwhile,
  },
})
