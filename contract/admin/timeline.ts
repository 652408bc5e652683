import * as z from 'zod/mini'
import { adminAct } from '../audit/acts.ts'
import { endReasons } from '../conversations/voice-socket.ts'
import { mailKinds } from '../messages/mail-kinds.ts'
import { isoTime } from '../identity/people.ts'

/** Everything that happened to one customer, as lines of one timeline. Never the words of a conversation. */

/** The kinds of lines, in the order of the filters. */
export const lineKinds = [
  'conversation',
  'minutes',
  'payment',
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

/** Why a conversation was free (D56, D71). */
export const freeReasons = ['test', 'not_started', 'silent', 'short'] as const

/** What was measured in a conversation and what was charged for it, in whole seconds. */
export const conversationFacts = z.object({
  /** From the start to the end, or until now. */
  open: z.number(),
  /** From the start until charging began; null when it never did. */
  waited: z.nullable(z.number()),
  /** The talk time that our clock measured. */
  measured: z.number(),
  /** The time after charging began that was free because the line was dead (D176). */
  free: z.number(),
  /** Null while the conversation is live. */
  charged: z.nullable(z.number()),
  /** How the charge was paid; null for conversations from before this was stored. */
  fromMonth: z.nullable(z.number()),
  fromPurchased: z.nullable(z.number()),
  /** Null until the voice provider has reported, and when it never does. */
  provider: z.nullable(z.number()),
  /** Given back because the provider measured less (D91), and by the team. */
  givenBack: z.number(),
  credited: z.number(),
  freeReason: z.nullable(z.enum(freeReasons)),
})
export type ConversationFacts = z.output<typeof conversationFacts>

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
  /** Dollars, and what can still be refunded of them. */
  amount: z.number(),
  refundable: z.number(),
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
  event: z.enum(['past_due', 'seats_changed']),
  /** The seats from the next renewal on. */
  seats: z.nullable(z.number()),
})

export const mailOutcomes = ['delivered', 'failed'] as const

const mailLine = z.object({
  ...line,
  kind: z.literal('mail'),
  mail: z.enum(mailKinds),
  /** Empty where it quotes what somebody said. */
  subject: z.string(),
  to: z.string(),
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

export const securityEvents = ['registered', 'signed_in', 'two_factor_on', 'recovery_code_used', 'leaving'] as const

const securityLine = z.object({
  ...line,
  kind: z.literal('security'),
  event: z.enum(securityEvents),
  /** Such as "Chrome on Windows". */
  browser: z.nullable(z.string()),
})

export const timelineLine = z.discriminatedUnion('kind', [
  conversationLine,
  minutesLine,
  paymentLine,
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

const day = z.iso.date({ error: 'Please use a day such as 2026-11-27' })

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
  from: z.optional(day),
  to: z.optional(day),
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
