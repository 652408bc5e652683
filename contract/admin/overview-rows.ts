import * as z from 'zod/mini'
import { call, pageQuery } from '../call.ts'
import { endReasons } from '../conversations/voice-socket.ts'
import { isoTime } from '../identity/people.ts'
import { figureQuery } from './figure-period.ts'
import { moneyKinds, unchargedOutcomes } from './overview.ts'
import { minuteKinds } from './timeline.ts'

/** The rows behind the owner's figures. */

/** What money rows can be narrowed down to: a kind, all that came in, or all that went back. */
export const moneyChoices = ['income', 'back', ...moneyKinds] as const

/** An outcome, or `failed`: calls that never began or in which the agent said nothing. */
export const outcomeChoices = ['counted', 'failed', ...unchargedOutcomes, 'test'] as const

/** The person or organization that paid, and its name. */
const payerFields = { userId: z.nullable(z.string()), organizationId: z.nullable(z.number()), payer: z.string() }

const hourError = { error: 'Please send an hour from 0 to 23' }

/** `current` means subscribers at the end of the period; the others began, came back or ended in it. */
export const subscriptionChoices = ['current', 'new', 'returned', 'ended'] as const

/** Entries that sold minutes, that took what was left of a month, or that did neither and are no talk. */
export const minuteChoices = ['sold', 'lapsed', 'other'] as const

export const overviewMoney = call('GET /api/admin/overview/money', {
  who: 'figures.read',
  summary: 'Lists what came in and went back in a period, newest first: the rows behind the revenue.',
  query: figureQuery({
    ...pageQuery.shape,
    kind: z.optional(z.enum(moneyChoices, { error: 'Please choose a kind, income or back' })),
  }),
  answer: z.array(
    z.object({
      id: z.string(),
      /** That of its receipt, by which its payment is found. */
      receiptId: z.string(),
      at: isoTime,
      kind: z.enum(moneyKinds),
      amount: z.number(),
      item: z.nullable(z.string()),
      receiptNumber: z.nullable(z.string()),
      ...payerFields,
    }),
  ),
})

export const overviewConversations = call('GET /api/admin/overview/conversations', {
  who: 'figures.read',
  summary:
    'Lists the conversations that ended in a period, newest first, never with their words: the rows behind the talk.',
  query: figureQuery({
    ...pageQuery.shape,
    agentId: z.optional(z.uuid()),
    /** An organization, or `people` for those who talk for themselves. */
    organization: z.optional(z.union([z.literal('people'), z.string().check(z.regex(/^\d{1,9}$/))])),
    outcome: z.optional(z.enum(outcomeChoices, { error: 'Please choose an outcome' })),
    endReason: z.optional(z.enum(endReasons, { error: 'Please choose how the conversation ended' })),
    /** The hour (UTC) in which they began. */
    hour: z.optional(z.coerce.number().check(z.int(hourError), z.minimum(0, hourError), z.maximum(23, hourError))),
  }),
  answer: z.array(
    z.object({
      id: z.string(),
      startedAt: isoTime,
      endedAt: isoTime,
      agentId: z.string(),
      agentName: z.string(),
      userId: z.string(),
      /** A name, or the address of somebody without one; empty for an erased person. */
      personName: z.string(),
      organizationId: z.nullable(z.number()),
      organizationName: z.nullable(z.string()),
      outcome: z.enum(['counted', ...unchargedOutcomes, 'test']),
      endReason: z.enum(endReasons),
      chargedSeconds: z.number(),
      /** Whole seconds given back because the provider measured less. */
      creditedSeconds: z.number(),
      /** Null until the provider's own record has come. */
      providerSeconds: z.nullable(z.number()),
      /** What its minutes were paid with, in dollars with up to five decimals. */
      earned: z.number(),
    }),
  ),
})

export const overviewSubscriptions = call('GET /api/admin/overview/subscriptions', {
  who: 'figures.read',
  summary:
    'Lists who began, came back or ended in a period, or who subscribed at its end, newest first: the rows behind the subscribers.',
  query: figureQuery({
    ...pageQuery.shape,
    what: z.enum(subscriptionChoices, { error: 'Please choose current, new, returned or ended' }),
  }),
  answer: z.array(
    z.object({
      id: z.string(),
      at: isoTime,
      what: z.enum(['new', 'returned', 'ended']),
      ...payerFields,
    }),
  ),
})

export const overviewMinutes = call('GET /api/admin/overview/minutes', {
  who: 'figures.read',
  summary: 'Lists the entries by which minutes came and went in a period, newest first: the rows behind the minutes.',
  query: figureQuery({
    ...pageQuery.shape,
    kind: z.enum(minuteChoices, { error: 'Please choose sold, lapsed or other' }),
  }),
  answer: z.array(
    z.object({
      id: z.string(),
      at: isoTime,
      entry: z.enum(minuteKinds),
      /** With its sign. */
      minutes: z.number(),
      ...payerFields,
    }),
  ),
})

export const overviewOwed = call('GET /api/admin/overview/owed', {
  who: 'figures.read',
  summary: 'Lists the balances at the end of a period, the largest first: the rows behind the minutes that are owed.',
  query: figureQuery(pageQuery.shape),
  answer: z.array(
    z.object({
      id: z.string(),
      minutes: z.number(),
      /** What is left of purchased minutes; null for a moment that has passed. */
      purchasedMinutes: z.nullable(z.number()),
      /** What was paid for what is left, in dollars; null for a moment that has passed. */
      paid: z.nullable(z.number()),
      ...payerFields,
    }),
  ),
})
