import * as z from 'zod/mini'
import { call } from '../call.ts'
import { organizationQuery } from '../organizations/ranks.ts'
import { month } from './hours-saved.ts'
import { fewestPeople } from './hours-saved-rules.ts'

/** What an organization's admins see of next steps: how many, never whose or which (D184). */

export const organizationStepCounts = call('GET /api/organization/next-steps', {
  who: 'organization_admin',
  summary: `Returns how many next steps the organization’s people took from conversations of a month (UTC), only over at least ${fewestPeople} people and never with a title (D184).`,
  query: z.extend(organizationQuery, { month }),
  answer: z.object({
    month: z.string(),
    /** Null while fewer than 3 people have taken any. */
    counted: z.nullable(z.object({ open: z.number(), done: z.number(), people: z.number() })),
  }),
})
