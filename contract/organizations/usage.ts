import * as z from 'zod/mini'
import { sortedListQuery } from '../admin-list.ts'
import { calendarDay } from '../calendar-day.ts'
import { call } from '../call.ts'
import { organizationSession } from './dashboard.ts'
import { organizationQuery } from './ranks.ts'
import { talkedAgent, talkedDay } from '../conversations/talk-time.ts'
import { timeZone } from '../identity/time-zone.ts'

/** The recent periods for an organization's usage, in days up to today (D131). */
export const usagePeriods = ['7', '30', '90', '366'] as const
export type UsagePeriod = (typeof usagePeriods)[number]

/** The longest period, in days. */
export const longestPeriod = 366

const dayMs = 24 * 60 * 60_000

/** Recent days, or calendar days from the first to the last, in a time zone. */
const periodFields = {
  days: z.optional(z.enum(usagePeriods, { error: 'Please choose 7, 30, 90 or 366 days' })),
  from: z.optional(calendarDay()),
  to: z.optional(calendarDay()),
  timeZone,
}

interface Period {
  days?: string | undefined
  from?: string | undefined
  to?: string | undefined
}

const isWhole = z.refine<Period>(({ from, to }) => (from === undefined) === (to === undefined), {
  error: 'Please send both the first and the last day',
  path: ['to'],
})
const isForward = z.refine<Period>(({ from = '', to = '' }) => from <= to, {
  error: 'The period must not end before it begins',
  path: ['to'],
})
const isShort = z.refine<Period>(({ from = '', to = '' }) => countDays(from, to) <= longestPeriod, {
  error: 'Please choose at most 366 days',
  path: ['from'],
})
const isOne = z.refine<Period>(({ days, from }) => (days === undefined) !== (from === undefined), {
  error: 'Please choose either recent days or a first and a last day',
  path: ['days'],
})
const isOneAtMost = z.refine<Period>(({ days, from }) => days === undefined || from === undefined, {
  error: 'Please choose either recent days or a first and a last day',
  path: ['days'],
})

/** Returns the number of calendar days from the first to the last, both included. */
export function countDays(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / dayMs + 1 || 0
}

export const talkedMember = z.extend(z.omit(talkedDay, { date: true }), { userId: z.string(), userName: z.string() })
export type TalkedMember = z.output<typeof talkedMember>

/** What the minutes cost in dollars; null where the pool's minutes had several prices. */
const cost = { cost: z.nullable(z.number()) }

export const organizationUsage = call('GET /api/organization/usage', {
  who: 'organization_admin',
  summary:
    'Returns the organization’s minutes, conversations and costs per day, member and agent for recent days or for calendar days, in your time zone; a conversation belongs to the day it began (D62, D131).',
  query: z.extend(organizationQuery, periodFields).check(isOne, isWhole, isForward, isShort),
  answer: z.object({
    /** Every day of the period, oldest first, including days without a conversation. */
    days: z.array(talkedDay),
    /** The people who talked, including former members, most minutes first. */
    members: z.array(z.extend(talkedMember, cost)),
    /** The agents that people talked with, most minutes first. */
    agents: z.array(z.extend(talkedAgent, cost)),
    /** Dollars per minute, if every minute that was ever put into the pool had the same price; otherwise null. */
    minuteRate: z.nullable(z.number()),
  }),
})

export const allConversations = call('GET /api/organization/conversations', {
  who: 'organization_admin',
  summary:
    'Lists the organization’s conversations with person, agent, start and charged time, never with titles or words; those that were not charged are listed apart (D90, D184, D189).',
  query: z
    .extend(sortedListQuery(['started', 'person', 'agent', 'duration']), {
      ...organizationQuery.shape,
      ...periodFields,
      personId: z.optional(z.uuid()),
      agentId: z.optional(z.uuid()),
      /** Lists the conversations that count, or instead the calls that cost nothing. */
      charged: z._default(z.enum(['yes', 'no']), 'yes'),
    })
    .check(isOneAtMost, isWhole, isForward),
  answer: z.array(organizationSession),
})
