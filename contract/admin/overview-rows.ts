import * as z from 'zod/mini'
import { call, pageQuery } from '../call.ts'
import { endReasons } from '../conversations/voice-socket.ts'
import { isoTime } from '../identity/people.ts'
import { figurePeriodChecks, figureQuery } from './figure-period.ts'
import { moneyKinds, unchargedOutcomes } from './overview.ts'

/** The rows behind the owner's figures, for files. */

export const overviewMoney = call('GET /api/admin/overview/money', {
  who: 'figures.read',
  summary: 'Lists what came in and went back in a period, newest first: the rows behind the revenue.',
  query: z
    .extend(figureQuery, { ...pageQuery.shape, kind: z.optional(z.enum(moneyKinds)) })
    .check(...figurePeriodChecks),
  answer: z.array(
    z.object({
      at: isoTime,
      kind: z.enum(moneyKinds),
      amount: z.number(),
      item: z.nullable(z.string()),
      receiptNumber: z.nullable(z.string()),
      userId: z.nullable(z.string()),
      organizationId: z.nullable(z.number()),
      payer: z.string(),
    }),
  ),
})

export const overviewConversations = call('GET /api/admin/overview/conversations', {
  who: 'figures.read',
  summary:
    'Lists the conversations that ended in a period, newest first, never with their words: the rows behind the talk.',
  query: z
    .extend(figureQuery, {
      ...pageQuery.shape,
      agentId: z.optional(z.uuid()),
      /** An organization, or `people` for those who talk for themselves. */
      organization: z.optional(z.union([z.literal('people'), z.string().check(z.regex(/^\d{1,9}$/))])),
      outcome: z.optional(z.enum(['counted', ...unchargedOutcomes, 'test'])),
    })
    .check(...figurePeriodChecks),
  answer: z.array(
    z.object({
      id: z.string(),
      startedAt: isoTime,
      endedAt: isoTime,
      agentId: z.string(),
      agentName: z.string(),
      userId: z.string(),
      organizationId: z.nullable(z.number()),
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
