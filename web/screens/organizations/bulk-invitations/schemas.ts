import * as z from 'zod/mini'
import { formatCount } from '#contract/amounts.ts'
import { emailDomain } from '#contract/organizations/bulk-invitations.ts'
import { invitationLimits } from '#contract/organizations/invitations.ts'
import { accessLevel, organizationRole, userCategory } from '#contract/organizations/ranks.ts'
import { limitedText } from '#contract/required-text.ts'
import { readPeople } from './read-people.ts'

/** A whole number from 1, as typed. */
const typed = (max: number) => {
  const error = `Please enter a number from 1 to ${formatCount(max)}`
  return z.coerce.number({ error }).check(z.int({ error }), z.minimum(1, { error }), z.maximum(max, { error }))
}

const common = {
  batchName: limitedText(invitationLimits.title),
  note: limitedText(invitationLimits.note),
  accessLevel,
  userCategory,
  expiresInDays: typed(invitationLimits.longestDays),
}

/** The form of a batch; it parses the list into rows. */
export const batchSchema = z.object({
  ...common,
  role: organizationRole,
  rows: z.pipe(
    z.string(),
    z.transform((list, context) => {
      const { people, problem } = readPeople(list)
      const wrong = problem ?? countProblem(people.length)
      if (wrong) context.issues.push({ code: 'custom', message: wrong, input: list })
      return people
    }),
  ),
})

function countProblem(count: number): string | null {
  if (count === 0) return 'Please enter at least one person'
  if (count <= invitationLimits.rows) return null
  return `Please enter at most ${invitationLimits.rows} people at once. This list has ${formatCount(count)}`
}

/** The form of a shared link (D119). */
export const linkSchema = z.object({
  ...common,
  role: z.enum(['member', 'guest']),
  maxUses: typed(invitationLimits.uses),
  emailDomain: z.string().check(
    z.trim(),
    z.refine((domain) => domain === '' || z.safeParse(emailDomain, domain).success, {
      error: 'Please enter a domain such as example.com',
    }),
  ),
})
