import * as z from 'zod/mini'
import { call } from '../call.ts'
import { isoTime } from '../identity/people.ts'
import { serviceNames } from '../status/status.ts'
import { endReasons } from '../conversations/voice-socket.ts'
import { figureDays, figureQuery } from './figure-period.ts'

/** The owner's figures. All days are days in UTC; money is in dollars, talk in minutes. */

/** What money comes in for. A first month of an organization is split into the month and its services. */
export const incomeKinds = ['access', 'package', 'auto_package', 'plan', 'seats', 'services', 'debt'] as const
/** Why money goes back. */
export const moneyBackKinds = ['refund', 'dispute'] as const
export const moneyKinds = [...incomeKinds, ...moneyBackKinds] as const
export type MoneyKind = (typeof moneyKinds)[number]

/** Why a conversation was not charged: it never began, the agent said nothing, or it was under 10 seconds (D71). */
export const unchargedOutcomes = ['not_started', 'silent', 'short'] as const
export type UnchargedOutcome = (typeof unchargedOutcomes)[number]

const totals = z.object({
  /** Money that came in, that went back, and what is left of it. */
  gross: z.number(),
  back: z.number(),
  net: z.number(),
  /** People and organizations with a paid month at the end of the period. */
  subscribers: z.number(),
  newSubscribers: z.number(),
  returnedSubscribers: z.number(),
  endedSubscribers: z.number(),
  minutesSold: z.number(),
  minutesUsed: z.number(),
  minutesLapsed: z.number(),
  /** The sum of all balances at the end of the period. */
  minutesOwed: z.number(),
  conversations: z.number(),
  /** Calls that were not charged because they never began or the agent said nothing. */
  failedCalls: z.number(),
  voiceMinutes: z.number(),
  voiceCost: z.number(),
  /** What the talked minutes were paid with, and what is left of it after the voice. */
  earned: z.number(),
  margin: z.number(),
})
export type OverviewTotals = z.output<typeof totals>

export const overview = call('GET /api/admin/overview', {
  who: 'figures.read',
  summary:
    'Returns the figures of a period and of the one before it: revenue, subscribers, minutes, voice cost and conversations. Calls that were not charged are in none of them (D189), and tests are apart (D56).',
  query: figureQuery({}),
  answer: z.object({
    period: figureDays,
    former: figureDays,
    /** The last day that was rolled up; all later ones are counted live. Null before the first. */
    rolledThrough: z.nullable(z.string()),
    /** Whether nobody has ever paid, talked or got minutes here. */
    isEmpty: z.boolean(),
    now: totals,
    before: totals,
    revenue: z.array(z.object({ kind: z.enum(moneyKinds), count: z.number(), amount: z.number(), before: z.number() })),
    /** By kind of line in the statement of minutes; lines that lower a balance are negative. */
    minutes: z.array(z.object({ kind: z.string(), count: z.number(), minutes: z.number(), before: z.number() })),
    /** Minutes left on all accounts at this moment, and what was paid for them. */
    owed: z.object({
      monthly: z.number(),
      purchased: z.number(),
      monthlyDollars: z.number(),
      purchasedDollars: z.number(),
    }),
    days: z.array(
      z.object({
        date: z.string(),
        gross: z.number(),
        back: z.number(),
        net: z.number(),
        minutesSold: z.number(),
        minutesUsed: z.number(),
        conversations: z.number(),
      }),
    ),
    /** By the hour in which conversations began, in UTC. */
    hours: z.array(z.object({ hour: z.number(), conversations: z.number(), minutes: z.number() })),
    endings: z.array(z.object({ reason: z.enum(endReasons), conversations: z.number() })),
    uncharged: z.array(
      z.object({
        outcome: z.enum(unchargedOutcomes),
        reason: z.enum(endReasons),
        calls: z.number(),
        voiceMinutes: z.number(),
      }),
    ),
    tests: z.object({ calls: z.number(), voiceMinutes: z.number(), voiceCost: z.number() }),
    /** Cents per minute, and whether it is only our assumption because nobody has set it. */
    voiceRate: z.object({ cents: z.number(), isAssumed: z.boolean() }),
  }),
})

const talkFigures = {
  conversations: z.number(),
  minutes: z.number(),
  earned: z.number(),
  voiceMinutes: z.number(),
  voiceCost: z.number(),
  margin: z.number(),
}

export const overviewAgents = call('GET /api/admin/overview/agents', {
  who: 'figures.read',
  summary:
    'Lists the agents that people talked with in a period, with income, voice cost and failed calls, most minutes first.',
  query: figureQuery({}),
  answer: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      ...talkFigures,
      failedCalls: z.number(),
      /** Failed calls of all calls, in percent. */
      failedPercent: z.number(),
    }),
  ),
})

export const overviewOrganizations = call('GET /api/admin/overview/organizations', {
  who: 'figures.read',
  summary:
    'Lists the organizations that talked in a period, with income and voice cost, most minutes first; people who talk for themselves are one line without an id.',
  query: figureQuery({}),
  answer: z.array(z.object({ id: z.nullable(z.number()), name: z.string(), ...talkFigures })),
})

export const overviewSubscribers = call('GET /api/admin/overview/subscribers', {
  who: 'figures.read',
  summary: 'Returns how many subscribers each of the last 12 months gained, lost and kept.',
  answer: z.object({
    months: z.array(
      z.object({
        month: z.string(),
        began: z.number(),
        new: z.number(),
        returned: z.number(),
        ended: z.number(),
        /** Ended of those at the beginning of the month, in percent; null without any. */
        churnPercent: z.nullable(z.number()),
      }),
    ),
    /** By the month of the first payment: accounts that paid in that month and in each one after it. */
    cohorts: z.array(z.object({ month: z.string(), paid: z.array(z.number()) })),
  }),
})

/** What background work is about; `other` is work that only a newer or an older release knows. */
export const workKinds = [
  'mail',
  'resetLink',
  'stripeEvent',
  'autoPurchase',
  'customerDetails',
  'dataExport',
  'agentSync',
  'agentSounds',
  'knowledge',
  'deleteConversation',
  'paymentUpkeep',
  'requestNotices',
  'upkeep',
  'other',
] as const
export type WorkKind = (typeof workKinds)[number]

export const overviewHealth = call('GET /api/admin/overview/health', {
  who: 'figures.read',
  summary:
    'Returns whether the services work, how long events and background work have been waiting, and when the last good backup was made.',
  answer: z.object({
    services: z.array(
      z.object({ name: z.enum(serviceNames), state: z.enum(['up', 'down', 'unknown']), since: z.nullable(isoTime) }),
    ),
    /** Events of the payment provider that are not handled yet, and how long the oldest has waited. */
    events: z.object({ waiting: z.number(), oldestSeconds: z.number() }),
    /** Null when nothing says that there is one. */
    lastBackupAt: z.nullable(isoTime),
    /** Background work by its kind: due, the oldest of it, and failed for good. */
    jobs: z.array(
      z.object({ work: z.enum(workKinds), waiting: z.number(), oldestSeconds: z.number(), failed: z.number() }),
    ),
  }),
})
