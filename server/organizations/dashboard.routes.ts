import type { FastifyInstance } from 'fastify'
import { msToMinutes, msToSeconds } from '#contract/amounts.ts'
import * as organizationDashboard from '#contract/organizations/dashboard.ts'
import { hasOrganizationAccess } from '../identity/access.ts'
import { listOrganizationMessages, listOrganizationSessions, readFigures, readOwnMonth } from './dashboard.ts'
import { serve } from '../kernel/serve.ts'
import type { Services } from '../conversations/services.ts'

const mostSessions = 1000

export function organizationDashboardRoutes(app: FastifyInstance, services: Services): void {
  const { read, readLong } = services.database
  serve(app, services, organizationDashboard, {
    organizationOverview: async ({ person, seat, at }) => {
      const [{ talkedOfMonthMs, ...counts }, ownOfMonthMs] = await Promise.all([
        readFigures(readLong, seat.organizationId, at),
        readOwnMonth(read, seat.organizationId, person.id, at),
      ])
      const shown = {
        ...seat,
        ...counts,
        id: seat.organizationId,
        givesAccess: hasOrganizationAccess(seat, at),
        creditBalance: msToMinutes(seat.balanceMs),
        ownMinutesThisMonth: msToMinutes(ownOfMonthMs),
        ownLimitMinutes: seat.monthlyLimitMinutes,
      }
      return seat.role === 'admin' ? { ...shown, monthlyUsage: msToMinutes(talkedOfMonthMs) } : shown
    },
    organizationSessions: async ({ person, seat, query: { limit = mostSessions } }) => {
      const userId = seat.role === 'admin' ? null : person.id
      const rows = await listOrganizationSessions(readLong, seat.organizationId, { userId, limit })
      return rows.map(({ chargedMs, ...row }) => ({
        ...row,
        duration: msToMinutes(chargedMs),
        durationSeconds: msToSeconds(chargedMs),
      }))
    },
    organizationMessages: async ({ person, seat }) =>
      listOrganizationMessages(readLong, seat.organizationId, person.id),
  })
}
