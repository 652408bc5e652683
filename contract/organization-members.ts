import * as z from 'zod/mini'
import { call } from './call.ts'
import { accessLevel, organizationQuery, organizationRole, userCategory } from './organizations.ts'
import { isoTime } from './people.ts'

/** Somebody of an organization; other members see name and category alone (D123). */
export const member = z.object({
  /** The person's. */
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  userCategory,
  /** From here on for its admins. */
  email: z.optional(z.string()),
  role: z.optional(organizationRole),
  accessLevel: z.optional(accessLevel),
  joinedAt: z.optional(isoTime),
  /** Exact to the hour. */
  lastActiveAt: z.optional(z.nullable(isoTime)),
  isActive: z.optional(z.boolean()),
  /** Minutes of a calendar month; null: as many as the pool has (D131). */
  monthlyLimitMinutes: z.optional(z.nullable(z.number())),
})

export const members = call('GET /api/organization/members', {
  who: 'organization_member',
  summary: 'The people of the organization: all of them for its admins, names and categories for members (D123).',
  query: organizationQuery,
  answer: z.array(member),
})

export const organizationUsers = call('GET /api/organizations/:organizationId/users', {
  who: 'organization_admin',
  summary: 'The same for one organization by its id, for its admins and platform admins.',
  answer: z.array(member),
})
