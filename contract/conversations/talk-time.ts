import * as z from 'zod/mini'
import { call } from '../call.ts'
import { timeZone } from '../identity/time-zone.ts'

/** The periods that a chart can show, in days up to today. */
export const talkTimePeriods = ['7', '30', '90'] as const
export type TalkTimePeriod = (typeof talkTimePeriods)[number]

const talked = {
  /** Minutes with four decimals, and the same in whole seconds. */
  minutes: z.number(),
  seconds: z.number(),
  sessions: z.number(),
}

/** A calendar day in the person's time zone, as YYYY-MM-DD. */
export const talkedDay = z.object({ date: z.string(), ...talked })
export type TalkedDay = z.output<typeof talkedDay>

export const talkedAgent = z.object({ agentId: z.string(), agentName: z.string(), ...talked })
export type TalkedAgent = z.output<typeof talkedAgent>

export const talkTime = call('GET /api/user/talk-time', {
  who: 'person',
  summary:
    'Returns minutes per day and per agent for a recent period, in the person’s time zone; a conversation belongs to the day it began. The totals match the dashboard (D62).',
  query: z.object({
    days: z.enum(talkTimePeriods, { error: 'Please choose 7, 30 or 90 days' }),
    timeZone,
  }),
  answer: z.object({
    /** Every day of the period, oldest first, including days without a conversation. */
    days: z.array(talkedDay),
    /** The agents that the person talked with, most minutes first. */
    agents: z.array(talkedAgent),
  }),
})
