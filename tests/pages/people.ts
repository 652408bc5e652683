import type { Answer } from '#contract/call.ts'
import { currentUser } from '#contract/identity/current-user.ts'
import type { userOrganization } from '#contract/organizations/organizations.ts'
import type { Me } from '#contract/identity/people.ts'
import { publicConfig } from '#contract/settings/platform.ts'
import { fakeOf } from './fake-answer.ts'

/** What the server says about itself, as in demo mode. */
export const config = fakeOf(publicConfig, {
  productName: 'Luna',
  businessName: 'Luna for Business',
  payments: { mode: 'standin', publishableKey: 'pk_test_sandbox' },
  voice: { mode: 'standin' },
  demo: true,
  tagline: 'Learn, Understand, Navigate, Apply',
  hoursSavedText: 'over 1000 hours saved each month',
  supportEmail: 'help@luna.test',
  contactEmail: 'hello@luna.test',
})

const madeAt = '2026-05-04T08:00:00.000Z'

/** Signed in, without a subscription. */
export const registeredMe = fakeOf(currentUser, {
  id: '3f0c7a52-8f6a-4a0e-9f0a-1b1c2d3e4f50',
  email: 'robin.reed@example.com',
  firstName: 'Robin',
  lastName: 'Reed',
  role: 'user',
  isActive: true,
  emailVerified: true,
  autoPurchaseTier: 'uplift',
  autoPurchaseThreshold: 9,
  referralCode: 'ROBIN234',
  createdAt: madeAt,
  updatedAt: madeAt,
})

/** Has paid for Uplift: 120 purchased minutes and the month's 30. */
export const subscriberMe = {
  ...registeredMe,
  creditBalance: 150,
  balanceSeconds: 9000,
  monthlyCredits: 30,
  purchasedCredits: 120,
  fullMinutes: 150,
  monthlyEndsAt: '2026-12-15T08:00:00.000Z',
  stripeCustomerId: 'cus_1',
  stripeSubscriptionId: 'sub_1',
  subscriptionStatus: 'active',
  subscriptionTier: 'platform-access',
  subscriptionPlan: { name: 'Platform access', price: 2.97, minutes: 30 },
  subscriptionRenewsAt: '2026-12-15T08:00:00.000Z',
  hasAccess: true,
  voiceConsent: true,
} satisfies Me

/** Works at Acme Consulting, whose pool pays. */
export const memberMe = {
  ...registeredMe,
  id: '3f0c7a52-8f6a-4a0e-9f0a-1b1c2d3e4f51',
  email: 'mia.member@example.com',
  firstName: 'Mia',
  lastName: 'Member',
  hasAccess: true,
  hasOrganizationAccess: true,
  organizationId: 100_001,
  organizationName: 'Acme Consulting',
  organizationRole: 'member',
  organizationCredits: 500,
  voiceConsent: true,
} satisfies Me

/** Runs Acme Consulting. */
export const ownerMe = {
  ...memberMe,
  id: '3f0c7a52-8f6a-4a0e-9f0a-1b1c2d3e4f52',
  email: 'olga.owner@example.com',
  firstName: 'Olga',
  lastName: 'Owner',
  role: 'organization_admin',
  organizationRole: 'admin',
} satisfies Me

/** A platform admin without a subscription. */
export const adminMe = {
  ...registeredMe,
  id: '3f0c7a52-8f6a-4a0e-9f0a-1b1c2d3e4f53',
  email: 'ada.admin@example.com',
  firstName: 'Ada',
  lastName: 'Admin',
  role: 'admin',
  staffRole: 'owner',
  hasAccess: true,
} satisfies Me

export type WorkContext = Answer<typeof userOrganization>

/** Works for themselves and belongs to no organization. */
export const alone = {
  isMember: false,
  organization: null,
  role: null,
  memberships: [],
  offersPersonal: true,
} satisfies WorkContext

/** Returns what the server says of a person's context: their one organization, or none. */
export function contextOf({ organizationId, organizationName, organizationRole }: Me): WorkContext {
  if (organizationId === null || organizationName === null || organizationRole === null) return alone
  const named = {
    id: organizationId,
    name: organizationName,
    slug: organizationName.toLowerCase().replaceAll(' ', '-'),
  }
  return {
    isMember: true,
    organization: {
      ...named,
      logoUrl: null,
      primaryColor: '#3730a3',
      secondaryColor: '#0f766e',
      isActive: true,
      subscriptionStatus: 'active',
    },
    role: organizationRole,
    memberships: [{ ...named, role: organizationRole }],
    offersPersonal: false,
  }
}
