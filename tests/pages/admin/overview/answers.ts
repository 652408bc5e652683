import {
  overview,
  overviewAgents,
  overviewHealth,
  overviewOrganizations,
  overviewSubscribers,
} from '#contract/admin/overview.ts'
import { formerPeriod, readFigurePeriod, shiftDay } from '#contract/admin/figure-period.ts'
import type { Answer, Call } from '#contract/call.ts'

/** An installation on which nothing has happened yet. */

const nothing = {
  gross: 0,
  back: 0,
  net: 0,
  subscribers: 0,
  newSubscribers: 0,
  returnedSubscribers: 0,
  endedSubscribers: 0,
  minutesSold: 0,
  minutesUsed: 0,
  minutesLapsed: 0,
  minutesOwed: 0,
  conversations: 0,
  failedCalls: 0,
  voiceMinutes: 0,
  voiceCost: 0,
  earned: 0,
  margin: 0,
} satisfies Answer<typeof overview>['now']

const period = readFigurePeriod({ month: '2026-10' }, new Date('2026-11-26T12:00:00Z'))

export const emptyOverview = {
  period,
  former: formerPeriod(period),
  rolledThrough: null,
  isEmpty: true,
  now: nothing,
  before: nothing,
  revenue: [],
  minutes: [],
  owed: { monthly: 0, purchased: 0, monthlyDollars: 0, purchasedDollars: 0 },
  days: Array.from({ length: period.days }, (_, index) => ({
    date: shiftDay(period.from, index),
    gross: 0,
    back: 0,
    net: 0,
    minutesSold: 0,
    minutesUsed: 0,
    conversations: 0,
  })),
  hours: Array.from({ length: 24 }, (_, hour) => ({ hour, conversations: 0, minutes: 0 })),
  endings: [],
  uncharged: [],
  tests: { calls: 0, voiceMinutes: 0, voiceCost: 0 },
  voiceRate: { cents: 8.5, isAssumed: true },
} satisfies Answer<typeof overview>

interface Server {
  answer<C extends Call>(call: C, give: Answer<C>): void
}

/** Answers what the first tab of the panel asks for. */
export function serveEmptyOverview(server: Server): void {
  server.answer(overview, emptyOverview)
  server.answer(overviewAgents, [])
  server.answer(overviewOrganizations, [])
  server.answer(overviewSubscribers, { months: [], cohorts: [] })
  server.answer(overviewHealth, { services: [], events: { waiting: 0, oldestSeconds: 0 }, jobs: [] })
}
