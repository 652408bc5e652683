import * as z from 'zod/mini'
import { call } from '../call.ts'
import { organizationQuery } from './organizations.ts'
import { talkedAgent, talkedDay, timeZone } from '../conversations/talk-time.ts'

/** The periods for an organization's usage, in days up to today (D131). */
export const usagePeriods = ['7', '30', '90', '366'] as const
export type UsagePeriod = (typeof usagePeriods)[number]

export const talkedMember = z.extend(z.omit(talkedDay, { date: true }), { userId: z.string(), userName: z.string() })
export type TalkedMember = z.output<typeof talkedMember>

export const organizationUsage = call('GET /api/organization/usage', {
  who: 'organization_admin',
  summary:
    'Returns the organization’s minutes and conversations per day, member and agent for a recent period, in your time zone; a conversation belongs to the day it began (D62, D131).',
  query: z.extend(organizationQuery, {
    days: z.enum(usagePeriods, { error: 'Please choose 7, 30, 90 or 366 days' }),
    timeZone,
  }),
  answer: z.object({
    /** Every day of the period, oldest first, including days without a conversation. */
    days: z.array(talkedDay),
    /** The people who talked, including former members, most minutes first. */
    members: z.array(talkedMember),
    /** The agents that people talked with, most minutes first. */
    agents: z.array(talkedAgent),
  }),
})
