import * as z from 'zod/mini'
import { accessLevels, organizationRoles, userCategories } from '#contract/organizations/ranks.ts'

const name = (error: string) => z.string({ error }).check(z.trim(), z.minLength(1, { error }), z.maxLength(100))
const validEmail = 'Please enter a valid email address'

/** The invite form of the Users tab with its specified messages; the call itself requires less (S511-S516, D117). */
export const inviteSchema = z.object({
  email: z
    .string({ error: validEmail })
    .check(z.trim(), z.toLowerCase(), z.maxLength(254, { error: validEmail }), z.email({ error: validEmail })),
  firstName: name('Please enter a first name'),
  lastName: name('Please enter a last name'),
  role: z.enum(organizationRoles, { error: 'Please select a role' }),
  userCategory: z.enum(userCategories, { error: 'Please select a category' }),
  accessLevel: z.enum(accessLevels, { error: 'Please select an access level' }),
})
