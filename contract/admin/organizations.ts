import * as z from 'zod/mini'
import { sortedListQuery } from '../admin-list.ts'
import { call } from '../call.ts'
import { organizationBilling } from '../organizations/billing.ts'
import { talkedMember } from '../organizations/usage.ts'
import { organizationId, subscriptionStatus } from '../organizations/ranks.ts'
import { isoTime, shownAddress } from '../identity/people.ts'
import { talkedAgent } from '../conversations/talk-time.ts'
import { payment_unavailable } from '../billing/payment-errors.ts'
import { givingErrors, ownOrganization } from '../billing/refunds.ts'
import { organization_not_found } from '../refusals.ts'

/** Organizations as platform admins manage them (D149, D150). */

/** The filters of the list; inactive means switched off or unpaid (D149). */
export const organizationFilters = ['all', 'active', 'inactive', 'canceled'] as const
export type OrganizationFilter = (typeof organizationFilters)[number]

/** The statuses that an admin can set (S430); payments cause the others. */
export const settableStatuses = ['active', 'canceled'] as const
export type SettableStatus = (typeof settableStatuses)[number]

/** The columns that the list can be sorted by. */
export const organizationColumns = ['name', 'status', 'members', 'credits', 'created'] as const

/** The number of days that the usage details cover, and the number of people and agents that they list. */
export const usageDetails = { days: 30, names: 5 }

export const adminOrganization = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  industry: z.string(),
  contactEmail: shownAddress,
  isActive: z.boolean(),
  subscriptionStatus,
  subscriptionTier: z.string(),
  /** Whether its people can talk with its agents now (D9). */
  givesAccess: z.boolean(),
  /** Minutes in the pool. */
  creditBalance: z.number(),
  maxUsers: z.number(),
  /** The number of active members, under both names. */
  memberCount: z.number(),
  currentUserCount: z.number(),
  activeAgents: z.number(),
  /** Minutes used in the calendar month (UTC), and in total. */
  monthlyUsage: z.number(),
  totalMinutesUsed: z.number(),
  createdAt: isoTime,
})
export type AdminOrganization = z.output<typeof adminOrganization>

export const adminOrganizations = call('GET /api/organizations', {
  who: 'people.read',
  summary: 'Lists all organizations, by name unless sorted otherwise (S429, S590, D149, D150).',
  query: z.extend(sortedListQuery(organizationColumns), { status: z.optional(z.enum(organizationFilters)) }),
  answer: z.array(adminOrganization),
})

/** A service that was ordered; dollars, one-time or monthly. */
const service = z.object({ name: z.string(), description: z.string(), amount: z.number(), isMonthly: z.boolean() })

export const adminOrganizationDetails = call('GET /api/organizations/:organizationId/details', {
  who: 'people.read',
  summary:
    'Returns one organization in full: details, payment info, users, usage and services purchased (S432, S591, D150).',
  answer: z.object({
    organization: z.extend(adminOrganization, {
      description: z.string(),
      websiteUrl: z.nullable(z.string()),
      logoUrl: z.nullable(z.string()),
      primaryColor: z.string(),
      secondaryColor: z.string(),
      stripeCustomerId: z.nullable(z.string()),
      /** Whether the branded app was bought, or granted by a platform admin (D140). */
      isAppBought: z.boolean(),
      isAppGranted: z.boolean(),
    }),
    payment: organizationBilling.answer,
    users: z.object({
      active: z.number(),
      inactive: z.number(),
      admins: z.number(),
      /** People whose own invitation is still pending. */
      invited: z.number(),
      maxUsers: z.number(),
    }),
    /** Conversations in the last `usageDetails.days` days, most minutes first (D62). */
    usage: z.object({
      minutes: z.number(),
      sessions: z.number(),
      members: z.array(talkedMember),
      agents: z.array(talkedAgent),
    }),
    services: z.array(service),
  }),
  errors: { organization_not_found },
})

export const setOrganizationStatus = call('PATCH /api/admin/organizations/:id/status', {
  who: 'people.change',
  summary: 'Gives an organization access or takes it away, regardless of payments; no data is lost (S430, S593, D149).',
  params: { id: organizationId },
  body: z.object({ status: z.enum(settableStatuses, { error: 'Please choose active or canceled' }) }),
  asksProof: true,
  done: ['Organization status updated successfully'],
  failed: ['Failed to update organization status', 'No changes were saved. Please try again.'],
  answer: adminOrganization,
  errors: {
    organization_not_found,
    payment_unavailable,
    /** Access without a payment is a gift. */
    ...givingErrors,
    self_change: ownOrganization,
  },
})
