import * as calls from '#contract/admin/overview.ts'
import { formerPeriod, readFigurePeriod, shiftDay } from '#contract/admin/figure-period.ts'
import type { Answer, Call } from '#contract/call.ts'
import { fakeOf } from '../../fake-answer.ts'

/** An installation on which nothing has happened yet. */

const period = readFigurePeriod({ month: '2026-10' }, new Date('2026-11-26T12:00:00Z'))

export const emptyOverview = fakeOf(calls.overview, {
  period,
  former: formerPeriod(period),
  isEmpty: true,
  days: Array.from({ length: period.days }, (_, index) => ({ date: shiftDay(period.from, index) })),
  hours: Array.from({ length: 24 }, (_, hour) => ({ hour })),
  voiceRate: { cents: 8.5, isAssumed: true },
})

/** The overview once somebody has paid and talked. */
export const busyOverview: typeof emptyOverview = {
  ...emptyOverview,
  isEmpty: false,
  now: { ...emptyOverview.now, gross: 150, back: 25, net: 125, subscribers: 42, margin: -3.5 },
  before: { ...emptyOverview.before, net: 100, subscribers: 40 },
  revenue: [
    { kind: 'package', count: 6, amount: 150, before: 100 },
    { kind: 'refund', count: 1, amount: -25, before: 0 },
  ],
  endings: [{ reason: 'user', conversations: 12 }],
}

/** Answers what the overview asks for: nothing has happened yet. */
export function serveEmptyOverview(server: { answer<C extends Call>(call: C, give: Answer<C>): void }): void {
  server.answer(calls.overview, emptyOverview)
  server.answer(calls.overviewAgents, [])
  server.answer(calls.overviewOrganizations, [])
  server.answer(calls.overviewSubscribers, fakeOf(calls.overviewSubscribers, {}))
  server.answer(calls.overviewHealth, fakeOf(calls.overviewHealth, {}))
}
