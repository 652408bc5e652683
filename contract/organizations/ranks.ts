import * as z from 'zod/mini'

/** The roles in an organization, from the fewest rights to the most (D123). */
export const organizationRoles = ['guest', 'member', 'admin'] as const
export type OrganizationRole = (typeof organizationRoles)[number]

/** Agents and people each have a level; a person can use the agents at or below their own (D124). */
export const accessLevels = ['standard', 'premium', 'full', 'admin-only'] as const
export type AccessLevel = (typeof accessLevels)[number]

export const userCategories = ['Clients', 'Members', 'Employees', 'Public'] as const
export type UserCategory = (typeof userCategories)[number]

const subscriptionStatuses = ['active', 'past_due', 'canceled', 'inactive'] as const
export type SubscriptionStatus = (typeof subscriptionStatuses)[number]

export const organizationRole = z.enum(organizationRoles)
export const accessLevel = z.enum(accessLevels)
export const userCategory = z.enum(userCategories)
export const subscriptionStatus = z.enum(subscriptionStatuses)

/** An organization's name, look and state. */
export const organizationBrand = {
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  logoUrl: z.nullable(z.string()),
  primaryColor: z.string(),
  secondaryColor: z.string(),
  isActive: z.boolean(),
  subscriptionStatus,
}

/** Ids are integers from 100001 on (D167); this schema is for bodies, the next one for URLs. */
export const organizationNumber = z.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))
export const organizationId = z.coerce.number().check(z.int(), z.minimum(1), z.maximum(2_147_483_647))

/**
 * Every `/api/organization/` call takes an id, for another organization of the person or one that a platform admin is
 * viewing.
 */
export const organizationQuery = z.object({ organizationId: z.optional(organizationId) })

/** The people who make such a call, by their role in the organization: these and those above them. */
export const byGuests = { who: 'organization_guest', query: organizationQuery } as const
export const byMembers = { who: 'organization_member', query: organizationQuery } as const
export const byAdmins = { who: 'organization_admin', query: organizationQuery } as const
