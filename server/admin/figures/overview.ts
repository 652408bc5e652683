import type { Answer } from '#contract/call.ts'
import { centsToDollars, msToMinutes } from '#contract/amounts.ts'
import { type FigureDays, shiftDay } from '#contract/admin/figure-period.ts'
import {
  moneyBackKinds,
  moneyKinds,
  type overview,
  type OverviewTotals,
  unchargedOutcomes,
} from '#contract/admin/overview.ts'
import { endReasons } from '#contract/conversations/voice-socket.ts'
import type { FigureRow, OwedMinutes, TalkRow } from './figures.ts'

/** Turns counted figures into what the owner sees; every conversion to dollars and minutes happens here. */

type Part = FigureRow['part']
type Overview = Answer<typeof overview>

/** Kinds of entries that add minutes because somebody paid. */
export const soldKinds = ['purchase', 'monthly_grant']

const isBack = (kind: string) => moneyBackKinds.some((back) => back === kind)

/** Returns a function that adds up one number of the rows that are chosen. */
function adder(rows: readonly FigureRow[]) {
  return (figure: string, index: number, parts: readonly Part[], has: (row: FigureRow) => boolean = () => true) =>
    rows
      .filter((row) => row.figure === figure && parts.includes(row.part) && has(row))
      .reduce((sum, { numbers }) => sum + (numbers[index] ?? 0), 0)
}

/** Returns the cost of measured time in whole cents. */
export function voiceCents(ms: number, centsPerMinute: number): number {
  return Math.round((ms * Math.round(centsPerMinute * 100)) / 6_000_000)
}

/** Returns whole cents for thousandths of a cent. */
function wholeCents(thousandths: number): number {
  return Math.round(thousandths / 1000)
}

function totalsOf(rows: readonly FigureRow[], part: 'before' | 'now', rate: number): OverviewTotals {
  const add = adder(rows)
  const until: Part[] = part === 'now' ? ['base', 'before', 'now'] : ['base', 'before']
  const money = (has: (kind: string) => boolean) => add('revenue', 1, [part], ({ key }) => has(key))
  const step = (what: string, parts: Part[]) => add('subscriber', 0, parts, ({ key }) => key.endsWith(`:${what}`))
  const minutes = (...kinds: string[]) => add('minutes', 1, [part], ({ key }) => kinds.includes(key))
  const [gross, back] = [money((kind) => !isBack(kind)), -money(isBack)]
  const voiceMs = add('talk', 3, [part])
  const [earned, cost] = [wholeCents(add('talk', 4, [part])), voiceCents(voiceMs, rate)]
  return {
    gross: centsToDollars(gross),
    back: centsToDollars(back),
    net: centsToDollars(gross - back),
    subscribers: step('new', until) + step('returned', until) - step('ended', until),
    newSubscribers: step('new', [part]),
    returnedSubscribers: step('returned', [part]),
    endedSubscribers: step('ended', [part]),
    minutesSold: msToMinutes(minutes(...soldKinds)),
    minutesUsed: msToMinutes(add('talk', 1, [part])),
    minutesLapsed: msToMinutes(-minutes('monthly_lapse')),
    minutesOwed: msToMinutes(add('minutes', 1, until)),
    conversations: add('talk', 0, [part]),
    failedCalls: add('uncharged', 0, [part], ({ key }) => !key.startsWith('short:')),
    voiceMinutes: msToMinutes(voiceMs),
    voiceCost: centsToDollars(cost),
    earned: centsToDollars(earned),
    margin: centsToDollars(earned - cost),
  }
}

function daysOf(rows: readonly FigureRow[], { from, days }: FigureDays): Overview['days'] {
  const byDay = Map.groupBy(rows, ({ day }) => day)
  return Array.from({ length: days }, (_, index) => {
    const date = shiftDay(from, index)
    const add = adder(byDay.get(date) ?? [])
    const gross = add('revenue', 1, ['now'], ({ key }) => !isBack(key))
    const back = -add('revenue', 1, ['now'], ({ key }) => isBack(key))
    return {
      date,
      gross: centsToDollars(gross),
      back: centsToDollars(back),
      net: centsToDollars(gross - back),
      minutesSold: msToMinutes(add('minutes', 1, ['now'], ({ key }) => soldKinds.includes(key))),
      minutesUsed: msToMinutes(add('talk', 1, ['now'])),
      conversations: add('talk', 0, ['now']),
    }
  })
}

interface Counted {
  period: FigureDays
  former: FigureDays
  rows: readonly FigureRow[]
  owed: OwedMinutes
  books: { rolledThrough: string | null; isEmpty: boolean }
  voiceRate: { cents: number; isAssumed: boolean }
}

/** Returns the owner's figures of a period. */
export function toOverview({ period, former, rows, owed, books, voiceRate }: Counted): Overview {
  const add = adder(rows)
  const of = (key: string) => (row: FigureRow) => row.key === key
  const testMs = add('test', 1, ['now'])
  const entryKinds = [
    ...new Set(rows.flatMap((row) => (row.figure === 'minutes' && row.part !== 'base' ? [row.key] : []))),
  ]
  return {
    period,
    former,
    ...books,
    now: totalsOf(rows, 'now', voiceRate.cents),
    before: totalsOf(rows, 'before', voiceRate.cents),
    revenue: moneyKinds.map((kind) => ({
      kind,
      count: add('revenue', 0, ['now'], of(kind)),
      amount: centsToDollars(add('revenue', 1, ['now'], of(kind))),
      before: centsToDollars(add('revenue', 1, ['before'], of(kind))),
    })),
    minutes: entryKinds.toSorted().map((kind) => ({
      kind,
      count: add('minutes', 0, ['now'], of(kind)),
      minutes: msToMinutes(add('minutes', 1, ['now'], of(kind))),
      before: msToMinutes(add('minutes', 1, ['before'], of(kind))),
    })),
    owed: {
      monthly: msToMinutes(owed.monthlyMs),
      purchased: msToMinutes(owed.purchasedMs),
      monthlyDollars: centsToDollars(owed.monthlyCents),
      purchasedDollars: centsToDollars(owed.purchasedCents),
    },
    days: daysOf(rows, period),
    hours: Array.from({ length: 24 }, (_, hour) => {
      const has = ({ key }: FigureRow) => Number(key) === hour
      return { hour, conversations: add('hour', 0, ['now'], has), minutes: msToMinutes(add('hour', 1, ['now'], has)) }
    }),
    endings: endReasons
      .map((reason) => ({ reason, conversations: add('ending', 0, ['now'], of(reason)) }))
      .filter(({ conversations }) => conversations > 0),
    uncharged: unchargedOutcomes
      .flatMap((outcome) => endReasons.map((reason) => ({ outcome, reason })))
      .map(({ outcome, reason }) => {
        const has = of(`${outcome}:${reason}`)
        const voiceMinutes = msToMinutes(add('uncharged', 1, ['now'], has))
        return { outcome, reason, calls: add('uncharged', 0, ['now'], has), voiceMinutes }
      })
      .filter(({ calls }) => calls > 0),
    tests: {
      calls: add('test', 0, ['now']),
      voiceMinutes: msToMinutes(testMs),
      voiceCost: centsToDollars(voiceCents(testMs, voiceRate.cents)),
    },
    voiceRate,
  }
}

/**
 * Returns rows with income and voice cost in dollars. Each row is rounded so that all of them together are exactly the
 * rounded whole.
 */
export function withMargins(rows: readonly TalkRow[], centsPerMinute: number) {
  let [income, ms, incomeCents, costCents] = [0, 0, 0, 0]
  return rows.map((row) => {
    income += row.income
    ms += row.measuredMs
    const earned = wholeCents(income) - incomeCents
    const cost = voiceCents(ms, centsPerMinute) - costCents
    incomeCents += earned
    costCents += cost
    return {
      row,
      conversations: row.conversations,
      minutes: msToMinutes(row.chargedMs),
      earned: centsToDollars(earned),
      voiceMinutes: msToMinutes(row.measuredMs),
      voiceCost: centsToDollars(cost),
      margin: centsToDollars(earned - cost),
    }
  })
}
