import * as z from 'zod/mini'
import { call } from '../call.ts'
import { byGuests, organizationBrand, organizationNumber, organizationRole } from './ranks.ts'

const membership = z.object({ id: z.number(), name: z.string(), slug: z.string(), role: organizationRole })

/** The person's current context, and the others they can switch to (D122). */
const context = z.object({
  /** Whether the current context is an organization. */
  isMember: z.boolean(),
  organization: z.nullable(z.object(organizationBrand)),
  role: z.nullable(organizationRole),
  memberships: z.array(membership),
  /** Whether the person can also switch to their own context. */
  offersPersonal: z.boolean(),
})

export const userOrganization = call('GET /api/user/organization', {
  who: 'person',
  summary: 'Returns the person’s current organization, if any, and the others they can switch to (D122).',
  answer: context,
})

export const switchOrganization = call('POST /api/user/organization', {
  who: 'person',
  summary: 'Switches to another organization or, with null, to the person’s own context (D122).',
  body: z.object({ organizationId: z.nullable(organizationNumber) }),
  answer: context,
  failed: ['Failed to switch', "You're still where you were before. Please try again."],
  errors: {
    organization_not_found: [404, 'You do not belong to this organization.'],
    no_personal_context: [409, 'You have no subscription of your own. Subscribe to work for yourself.'],
  },
})

export const leaveOrganization = call('POST /api/organization/leave', {
  ...byGuests,
  summary: 'Leaves an organization, even one that has ended, and returns the new context (D179).',
  worksAfterEnd: true,
  answer: context,
  failed: ['Failed to leave', "You're still a member. Please try again."],
  errors: {
    member_not_found: [404, 'You do not belong to this organization.'],
    last_admin: [409, 'You are the last admin. Please make someone else an admin first.'],
  },
})
