import { centsToDollars, msToMinutes, msToSeconds } from '#contract/amounts.ts'
import { minuteRate } from '#contract/organizations/prices.ts'
import * as organizationUsage from '#contract/organizations/usage.ts'
import { listAllConversations } from './conversations.ts'
import { datesOf } from './periods.ts'
import { costCents, readOrganizationUsage, readPoolRate } from './usage.ts'
import type { Talked } from '../../conversations/talk-time.ts'
import { routes } from '../../kernel/serve.ts'
import type { Services } from '../../conversations/services.ts'
import { pageOf } from '../../kernel/admin-list.ts'

export const organizationUsageRoutes = routes<typeof organizationUsage, Services>(organizationUsage, {
  organizationUsage: async ({ readLong, member: { organizationId }, query, at }) => {
    const period = { dates: datesOf(query, at) ?? [], timeZone: query.timeZone }
    const [found, rate] = await Promise.all([
      readOrganizationUsage(readLong, organizationId, period),
      readPoolRate(readLong, organizationId),
    ])
    const withCost = <Row extends Talked>(row: Row) => ({
      ...toTalked(row),
      cost: rate && centsToDollars(costCents(row.talkedMs, rate)),
    })
    return {
      days: found.days.map(toTalked),
      members: found.members.map(withCost),
      agents: found.agents.map(withCost),
      minuteRate: rate && minuteRate({ priceCents: rate.cents, minutes: msToMinutes(rate.ms) }),
    }
  },

  allConversations: async ({ readLong, member, query, at }) => {
    const dates = datesOf(query, at)
    const range = dates && { first: dates[0] ?? '', last: dates.at(-1) ?? '' }
    const asked = { ...query, isCharged: query.charged === 'yes', range }
    return pageOf(listAllConversations(readLong, member.organizationId, asked), ({ chargedMs, ...row }) => ({
      ...row,
      duration: msToMinutes(chargedMs),
      durationSeconds: msToSeconds(chargedMs),
    }))
  },
})

/** Returns the row with its talk time in minutes and seconds. */
export function toTalked<Row extends Talked>(row: Row): Row & { minutes: number; seconds: number } {
  return { ...row, minutes: msToMinutes(row.talkedMs), seconds: msToSeconds(row.talkedMs) }
}
