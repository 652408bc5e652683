import * as z from 'zod/mini'
import { calendarDay } from '../calendar-day.ts'
import { adminAct } from '../audit/acts.ts'
import { subscriptionEventKinds } from '../billing/subscription-events.ts'
import { endReasons } from '../conversations/voice-socket.ts'
import { mailKinds } from '../messages/mail-kinds.ts'
import { accountEventKinds } from '../identity/account-events.ts'
import { isoTime, shownAddress } from '../identity/people.ts'
import { conversationFacts } from './conversation-facts.ts'

/** Everything that happened to one customer, as lines of one timeline. Never the words of a conversation. */

/** The kinds of lines, in the order of the filters. */
export const lineKinds = [
  'conversation',
  'minutes',
  'payment',
  'decline',
  'refund',
  'dispute',
  'subscription',
  'mail',
  'message',
  'act',
  'security',
] as const
export type LineKind = (typeof lineKinds)[number]

const line = { id: z.string(), at: isoTime }

/** Another line of the timeline, which caused this one. */
export const lineCause = z.object({ kind: z.enum(lineKinds), id: z.string(), at: isoTime })

const conversationLine = z.object({
  ...line,
  kind: z.literal('conversation'),
  status: z.enum(['active', 'completed', 'failed', 'abandoned']),
  endReason: z.nullable(z.enum(endReasons)),
  endedAt: z.nullable(isoTime),
  agentName: z.string(),
  /** The number of the agent's version; null when unknown. */
  version: z.nullable(z.number()),
  person: z.object({ id: z.string(), name: z.string() }),
  /** The organization whose pool pays; null for a person's own balance. */
  organization: z.nullable(z.object({ id: z.number(), name: z.string() })),
  facts: conversationFacts,
  /** Seconds of the balance; null while it is live. */
  balanceBefore: z.nullable(z.number()),
  balanceAfter: z.nullable(z.number()),
})

/** What moves minutes: the kinds of ledger entries. */
export const minuteKinds = [
  'usage',
  'talk_credit',
  'unlock',
  'purchase',
  'bonus',
  'referral',
  'adjustment',
  'monthly_grant',
  'monthly_lapse',
  'refund',
  'freeze',
  'release',
] as const

const minutesLine = z.object({
  ...line,
  kind: z.literal('minutes'),
  entry: z.enum(minuteKinds),
  /** Seconds, exact to the millisecond; negative when the balance fell. */
  change: z.number(),
  balanceBefore: z.number(),
  balanceAfter: z.number(),
  /** The part of the change that this month's minutes took; null when it was not stored. */
  fromMonth: z.nullable(z.number()),
  agentName: z.nullable(z.string()),
  receiptNumber: z.nullable(z.string()),
  /** Of a correction: who made it, and why. */
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  cause: z.nullable(lineCause),
})

const attempt = z.object({ at: isoTime, declineCode: z.nullable(z.string()), needsConfirmation: z.boolean() })

const paymentLine = z.object({
  ...line,
  kind: z.literal('payment'),
  state: z.enum(['paid', 'open', 'declined', 'replaced']),
  description: z.string(),
  /** Dollars, what can still be refunded of them, and what waits for the approval of a refund. */
  amount: z.number(),
  refundable: z.number(),
  waiting: z.number(),
  /** Seconds of minutes that it gave. */
  given: z.number(),
  isAutomatic: z.boolean(),
  paidWith: z.nullable(z.string()),
  receiptNumber: z.nullable(z.string()),
  /** The end of the paid month. */
  periodEndsAt: z.nullable(isoTime),
  /** Tries that the bank refused or wanted confirmed. */
  attempts: z.array(attempt),
})

/** A try to pay that failed; the payment itself is a line of its own. */
const declineLine = z.object({
  ...line,
  kind: z.literal('decline'),
  /** What was to be paid. */
  description: z.string(),
  /** Dollars. */
  amount: z.number(),
  card: z.nullable(z.string()),
  /** Why, in the payment provider's word, such as `insufficient_funds`. */
  code: z.string(),
  payment: z.nullable(lineCause),
})

const moneyBack = {
  ...line,
  /** Dollars. */
  amount: z.number(),
  receiptNumber: z.nullable(z.string()),
  /** The payment that it returns. */
  payment: z.nullable(lineCause),
  paymentReceipt: z.nullable(z.string()),
  /** Seconds of minutes that were taken back. */
  taken: z.number(),
  reason: z.nullable(z.string()),
}

const refundLine = z.object({
  ...moneyBack,
  kind: z.literal('refund'),
  state: z.enum(['requested', 'pending', 'succeeded', 'failed', 'canceled']),
  by: z.nullable(z.string()),
})

const disputeLine = z.object({
  ...moneyBack,
  kind: z.literal('dispute'),
  state: z.enum(['open', 'won', 'lost', 'none']),
})

const subscriptionLine = z.object({
  ...line,
  kind: z.literal('subscription'),
  event: z.enum(['past_due', 'seats_changed', ...subscriptionEventKinds]),
  /** The seats from the next renewal on. */
  seats: z.nullable(z.number()),
  /** The end of the paid month, for one that was canceled or resumed. */
  monthEndsAt: z.nullable(isoTime),
  /** Who canceled, resumed or ended it: the customer, an admin of the organization, or the team; null for nobody here. */
  by: z.nullable(z.object({ who: z.enum(['customer', 'admin', 'team']), name: z.string() })),
})

export const mailOutcomes = ['delivered', 'failed'] as const

const mailLine = z.object({
  ...line,
  kind: z.literal('mail'),
  mail: z.enum(mailKinds),
  /** Empty where it quotes what somebody said. */
  subject: z.string(),
  to: shownAddress,
  outcome: z.enum(mailOutcomes),
  /** Whether it can be made again without an old secret. */
  canResend: z.boolean(),
})

const messageLine = z.object({
  ...line,
  kind: z.literal('message'),
  subject: z.string(),
  isFromCustomer: z.boolean(),
  /** The first message of its thread. */
  threadId: z.string(),
})

const actLine = z.extend(adminAct, { kind: z.literal('act') })

export const securityEvents = [
  'registered',
  'signed_in',
  'recovery_code_used',
  'leaving',
  ...accountEventKinds,
] as const

const securityLine = z.object({
  ...line,
  kind: z.literal('security'),
  event: z.enum(securityEvents),
  /** Such as "Chrome on Windows". */
  browser: z.nullable(z.string()),
  /** Done at the command line of the installation, and not by the person. */
  isByOperator: z.boolean(),
})

export const timelineLine = z.discriminatedUnion('kind', [
  conversationLine,
  minutesLine,
  paymentLine,
  declineLine,
  refundLine,
  disputeLine,
  subscriptionLine,
  mailLine,
  messageLine,
  actLine,
  securityLine,
])
export type TimelineLine = z.output<typeof timelineLine>
export type LineOf<Kind extends LineKind> = Extract<TimelineLine, { kind: Kind }>

/** A page of a timeline holds this many lines. */
export const timelinePageSize = 50

export const timelineQuery = z.object({
  /** Kinds, separated by commas; all unless given. */
  kinds: z.optional(
    z.string().check(
      z.refine((kinds) => kinds.split(',').every((kind) => (lineKinds as readonly string[]).includes(kind)), {
        error: 'Please use kinds of lines, separated by commas',
      }),
    ),
  ),
  /** The first and the last day, in UTC. */
  from: z.optional(calendarDay()),
  to: z.optional(calendarDay()),
  /** `next` of the page before. */
  after: z.optional(
    z.string().check(z.regex(/^\d{1,17}_[0-9a-f-]{36}$/, { error: 'Please use `next` of the page before' })),
  ),
  /** At most this many lines; 50 unless given. */
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(timelinePageSize))),
})

export const timelinePage = z.object({
  /** Newest first. */
  lines: z.array(timelineLine),
  /** Leads to earlier lines; null when there are none. */
  next: z.nullable(z.string()),
})
