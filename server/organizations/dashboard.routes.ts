import { msToMinutes, msToSeconds } from '#contract/amounts.ts'
import * as organizationDashboard from '#contract/organizations/dashboard.ts'
import { hasOrganizationAccess } from '../identity/access.ts'
import {
  listOrganizationConversations,
  listOrganizationMessages,
  readChecklist,
  readFigures,
  readOwnMonth,
} from './dashboard.ts'
import { dismissChecklist } from './organizations.ts'
import { maySeeChecklist, maySeeEverybodysTalk } from './policies.ts'
import { pageOf } from '../kernel/admin-list.ts'
import { routes } from '../kernel/serve.ts'
import type { Services } from '../conversations/services.ts'

export const organizationDashboardRoutes = routes<typeof organizationDashboard, Services>(organizationDashboard, {
  organizationOverview: async ({ read, readLong, person, member, at }) => {
    const [{ talkedOfMonthMs, ...counts }, ownOfMonthMs, checklist] = await Promise.all([
      readFigures(readLong, member.organizationId, at),
      readOwnMonth(read, member.organizationId, person.id, at),
      maySeeChecklist(member) ? readChecklist(read, member.organizationId) : null,
    ])
    const shown = {
      ...member,
      ...counts,
      id: member.organizationId,
      givesAccess: hasOrganizationAccess(member, at),
      creditBalance: msToMinutes(member.balanceMs),
      ownMinutesThisMonth: msToMinutes(ownOfMonthMs),
      ownLimitMinutes: member.monthlyLimitMinutes,
      ...(checklist && { checklist }),
    }
    return maySeeEverybodysTalk(member) ? { ...shown, monthlyUsage: msToMinutes(talkedOfMonthMs) } : shown
  },

  dismissChecklist: ({ member, at, write }) => write((tx) => dismissChecklist(tx, member.organizationId, at)),

  organizationConversations: async ({ readLong, person, member, span }) => {
    const userId = maySeeEverybodysTalk(member) ? null : person.id
    const page = listOrganizationConversations(readLong, member.organizationId, { ...span, userId })
    return pageOf(page, ({ chargedMs, ...row }) => ({
      ...row,
      duration: msToMinutes(chargedMs),
      durationSeconds: msToSeconds(chargedMs),
    }))
  },

  organizationMessages: async ({ readLong, person, member }) =>
    listOrganizationMessages(readLong, member.organizationId, person.id),
})
