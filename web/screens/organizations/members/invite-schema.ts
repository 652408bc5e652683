import * as z from 'zod/mini'
import { addressField } from '#contract/identity/fields.ts'
import { invitationLimits } from '#contract/organizations/invitations.ts'
import { accessLevels, organizationRoles, userCategories } from '#contract/organizations/ranks.ts'
import { limitedLine } from '#contract/required-text.ts'

const name = (error: string) => limitedLine(invitationLimits.name).check(z.minLength(1, { error }))

/** The invite form of the Users tab with its specified messages; the call itself requires less (S511-S516, D117). */
export const inviteSchema = z.object({
  email: addressField('Please enter a valid email address'),
  firstName: name('Please enter a first name'),
  lastName: name('Please enter a last name'),
  role: z.enum(organizationRoles, { error: 'Please select a role' }),
  userCategory: z.enum(userCategories, { error: 'Please select a category' }),
  accessLevel: z.enum(accessLevels, { error: 'Please select an access level' }),
})
