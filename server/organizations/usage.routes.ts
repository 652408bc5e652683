import type { FastifyInstance } from 'fastify'
import { msToMinutes, msToSeconds } from '#contract/amounts.ts'
import * as organizationUsage from '#contract/organizations/usage.ts'
import { readOrganizationUsage } from './usage.ts'
import type { Talked } from '../conversations/talk-time.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../conversations/services.ts'

export function organizationUsageRoutes(app: FastifyInstance, services: Services): void {
  serve(app, services, organizationUsage, {
    organizationUsage: async ({ member, query: { days, timeZone }, at }) => {
      const period = { dayCount: Number(days), timeZone, at }
      const found = await readOrganizationUsage(services.database.readLong, member.organizationId, period)
      return {
        days: found.days.map(toTalked),
        members: found.members.map(toTalked),
        agents: found.agents.map(toTalked),
      }
    },
  })
}

/** Returns the row with its talk time in minutes and seconds. */
export function toTalked<Row extends Talked>(row: Row): Row & { minutes: number; seconds: number } {
  return { ...row, minutes: msToMinutes(row.talkedMs), seconds: msToSeconds(row.talkedMs) }
}
