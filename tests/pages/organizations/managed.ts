import type { Answer } from '#contract/call.ts'
import type { organizationDetails, userOrganizations } from '#contract/organizations/management.ts'
import { acmeId, coach, hiringPartner, mia, olga } from './organization.ts'

type Details = Answer<typeof organizationDetails>

const brand = {
  id: acmeId,
  name: 'Acme Consulting',
  slug: 'acme-consulting',
  logoUrl: null,
  primaryColor: '#9334ea',
  secondaryColor: '#7c3aed',
  isActive: true,
  subscriptionStatus: 'active',
  givesAccess: true,
} as const

const second = {
  ...brand,
  id: 100_002,
  name: 'Southwind',
  slug: 'southwind',
  subscriptionStatus: 'canceled',
  givesAccess: false,
} as const

/** Olga is also a member of another organization, whose access has ended. */
export const both = [
  { organization: brand, role: 'admin' },
  { organization: second, role: 'member' },
] satisfies Answer<typeof userOrganizations>

const listed = ({ id, firstName, lastName, email }: typeof mia, role: 'admin' | 'member') => ({
  userCategory: 'Members' as const,
  role,
  accessLevel: 'standard' as const,
  isActive: true,
  user: { id, firstName, lastName, email },
})

const organization = {
  ...brand,
  description: 'We advise.',
  industry: 'consulting',
  websiteUrl: null,
  subscriptionTier: 'business',
  creditBalance: 42,
  memberCount: 2,
  activeAgents: 1,
  isAppPublished: false,
  createdAt: '2026-05-04T08:00:00.000Z',
}

/** What its admin reads. */
export const details = {
  organization: { ...organization, contactEmail: 'olga.owner@example.com', maxUsers: 10 },
  role: 'admin',
  users: [listed(mia, 'member'), { ...listed(mia, 'admin'), user: userOf(olga) }],
  agents: [coach],
} satisfies Details

/** What its members read: names and categories, and the agents of their level. */
export const detailsOfMember = {
  organization,
  role: 'member',
  users: [mia, olga].map(({ id, firstName, lastName }) => ({
    userCategory: 'Members' as const,
    user: { id, firstName, lastName },
  })),
  agents: [coach, hiringPartner],
} satisfies Details

/** What Southwind shows its member. */
export const southwind = {
  ...detailsOfMember,
  organization: { ...organization, ...second },
} satisfies Details

function userOf({ id, firstName, lastName, email }: typeof olga) {
  return { id, firstName, lastName, email }
}
