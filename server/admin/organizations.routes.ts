import type { Read } from '../database/sql.ts'
import type * as z from 'zod/mini'
import * as adminOrganizations from '#contract/admin/organizations.ts'
import { centsToDollars, msToMinutes } from '#contract/amounts.ts'
import { priceLines } from '#contract/organizations/prices.ts'
import { hasOrganizationAccess } from '../identity/access.ts'
import { type AdminOrganizationRow, countUsers, findOrganization, listOrganizations } from './organizations.ts'
import { isPublishingGranted } from '../organizations/app/branded-app.ts'
import { findMembership, type Membership } from '../identity/memberships.ts'
import { readProfile } from '../organizations/profiles.ts'
import { findRegistration } from '../organizations/orders/orders.ts'
import { datesOf } from '../organizations/usage/periods.ts'
import { readOrganizationUsage } from '../organizations/usage/usage.ts'
import { setOrganizationStatus } from '../organizations/status.flow.ts'
import { refuse } from '../kernel/problem.ts'
import { routes } from '../kernel/serve.ts'
import type { Services } from '../conversations/services.ts'
import { actingIn } from '../audit/acting.routes.ts'
import { describeBilling } from '../organizations/orders/billing.routes.ts'
import { toTalked } from '../organizations/usage/usage.routes.ts'
import { pageOf } from '../kernel/admin-list.ts'

type Details = z.input<typeof adminOrganizations.adminOrganizationDetails.answer>

/** Returns a platform admin's membership of an organization that exists. */
async function membershipAbout(read: Read, personId: string, id: string): Promise<Membership> {
  const found = /^[1-9]\d{0,8}$/.test(id) ? await findMembership(read, personId, Number(id), true) : null
  return found ?? refuse('organization_not_found')
}

export const adminOrganizationRoutes = routes<typeof adminOrganizations, Services>(adminOrganizations, {
  adminOrganizations: ({ readLong, query, at }) =>
    pageOf(listOrganizations(readLong, query, at), (row) => toOrganization(row, at)),

  adminOrganizationDetails: async ({ services, read, readLong, person, params, at }) => {
    const member = await membershipAbout(read, person.id, params.organizationId)
    const row = (await findOrganization(readLong, member.organizationId, at)) ?? refuse('organization_not_found')
    return describeDetails(services, member, row, at)
  },

  setOrganizationStatus: async (context) => {
    const { services, read, readLong, person, params, body, at } = context
    const member = await membershipAbout(read, person.id, params.id)
    await setOrganizationStatus(services, actingIn(context), member, body.status)
    const row = await findOrganization(readLong, member.organizationId, at)
    if (!row) throw new Error(`Organization ${member.organizationId} is gone`)
    return toOrganization(row, at)
  },
})

/** Returns an organization in the form of the API. */
export function toOrganization(
  row: AdminOrganizationRow,
  at: Date,
): z.input<typeof adminOrganizations.adminOrganization> {
  const { balanceMs, usedOfMonthMs, usedMs, ...organization } = row
  return {
    ...organization,
    givesAccess: hasOrganizationAccess(row, at),
    creditBalance: msToMinutes(balanceMs),
    currentUserCount: row.memberCount,
    monthlyUsage: msToMinutes(usedOfMonthMs),
    totalMinutesUsed: msToMinutes(usedMs),
  }
}

async function describeDetails(
  services: Services,
  member: Membership,
  row: AdminOrganizationRow,
  at: Date,
): Promise<Details> {
  const { read } = services.database
  const { organizationId } = member
  const [profile, payment, order, users, usage, isAppGranted] = await Promise.all([
    readProfile(read, organizationId),
    describeBilling(services, member, at),
    findRegistration(read, { organizationId }),
    countUsers(read, organizationId, at),
    describeUsage(services, organizationId, at),
    isPublishingGranted(read, organizationId),
  ])
  const isPaid = order?.status === 'paid'
  return {
    organization: {
      ...toOrganization(row, at),
      ...profile,
      stripeCustomerId: payment.stripeBilling?.customerId ?? null,
      isAppBought: isPaid && order.brandedPWA,
      isAppGranted,
    },
    payment,
    users: { ...users, maxUsers: row.maxUsers },
    usage,
    services: isPaid
      ? priceLines(order).map(({ name, detail, cents, isMonthly }) => ({
          name,
          description: detail,
          amount: centsToDollars(cents),
          isMonthly,
        }))
      : [],
  }
}

/** Returns who talked most, and with which agents, in the last days. */
async function describeUsage(services: Services, organizationId: number, at: Date): Promise<Details['usage']> {
  const { days: dayCount, names } = adminOrganizations.usageDetails
  const timeZone = 'UTC'
  const period = { dates: datesOf({ days: String(dayCount), timeZone }, at) ?? [], timeZone }
  const { days, members, agents } = await readOrganizationUsage(services.database.readLong, organizationId, period)
  return {
    minutes: msToMinutes(days.reduce((sum, { talkedMs }) => sum + talkedMs, 0)),
    sessions: days.reduce((sum, { sessions }) => sum + sessions, 0),
    members: members.slice(0, names).map(toTalked),
    agents: agents.slice(0, names).map(toTalked),
  }
}
