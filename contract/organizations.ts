import * as z from 'zod/mini'
import { call } from './call.ts'

const membership = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string(),
  role: z.enum(['admin', 'member', 'guest']),
})

export const userOrganization = call('GET /api/user/organization', {
  who: 'person',
  summary: 'The active organization of the person, if any (D122).',
  answer: z.object({
    isMember: z.boolean(),
    organization: z.nullable(z.object({ id: z.number(), name: z.string(), slug: z.string() })),
    role: z.nullable(membership.shape.role),
    memberships: z.array(membership),
  }),
})
