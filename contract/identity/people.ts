import * as z from 'zod/mini'

import { organizationRole } from '../organizations/ranks.ts'
import { readableAddress } from './typed-address.ts'

export const roles = ['user', 'admin', 'organization_admin'] as const
export type Role = (typeof roles)[number]

/** What a platform admin is hired for. The platform always keeps one active owner (D144). */
export const staffRoles = ['owner', 'support', 'finance', 'content', 'read_only'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Times in answers are ISO 8601 in UTC (D167). */
export const isoTime = z.pipe(
  z.union([z.date(), z.string()]),
  z.transform((value) => (typeof value === 'string' ? value : value.toISOString())),
)

/** An email address in answers, with the letters of its own language; calls also accept it in this form (D200). */
export const shownAddress = z.string().check(z.overwrite(readableAddress))

/** The signed-in person's own data (S117, S119-S122; D22). */
export const me = z.object({
  id: z.string(),
  email: shownAddress,
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(roles),
  /** What a platform admin is hired for; null for everybody else. */
  staffRole: z.nullable(z.enum(staffRoles)),
  /** Whether a platform admin must set up two-factor sign-in; until then the role reads `user` (D27). */
  mustSetUpTwoFactor: z.boolean(),
  /** Whether signing in asks for a code (D27). */
  hasTwoFactor: z.boolean(),
  /**
   * Whether to suggest two-factor sign-in: to admins of the platform or an organization without it who have not chosen
   * "Not now" in the last 30 days (D27).
   */
  isTwoFactorSuggested: z.boolean(),
  isActive: z.boolean(),
  emailVerified: z.boolean(),
  /** Minutes, not counting those used so far in a live conversation (D30). */
  creditBalance: z.number(),
  /** The same in exact whole seconds. */
  balanceSeconds: z.number(),
  /** The part of the balance that belongs to the paid month and expires at `monthlyEndsAt` (D32). */
  monthlyCredits: z.number(),
  purchasedCredits: z.number(),
  /** The balance in minutes right after some were last added, which a full bar shows. */
  fullMinutes: z.number(),
  monthlyEndsAt: z.nullable(isoTime),
  stripeCustomerId: z.nullable(z.string()),
  stripeSubscriptionId: z.nullable(z.string()),
  subscriptionStatus: z.nullable(z.string()),
  subscriptionTier: z.nullable(z.string()),
  /** The monthly price in dollars and the minutes included, as agreed (D181); null without a subscription. */
  subscriptionPlan: z.nullable(z.object({ name: z.string(), price: z.number(), minutes: z.number() })),
  subscriptionRenewsAt: z.nullable(isoTime),
  cancelAtPeriodEnd: z.boolean(),
  graceEndsAt: z.nullable(isoTime),
  /** Whether guarded pages open: for platform admins, with a subscription, or with organization access. */
  hasAccess: z.boolean(),
  autoPurchaseEnabled: z.boolean(),
  autoPurchaseTier: z.string(),
  autoPurchaseThreshold: z.number(),
  /** Dollars owed after a lost dispute; no conversation can start until they are paid (D44). */
  debt: z.number(),
  referralCode: z.string(),
  referredBy: z.nullable(z.string()),
  /** The person's current organization; these fields are null in the personal context (D122). */
  hasOrganizationAccess: z.boolean(),
  /** Whether it has not paid for its first package yet (D130). */
  isOrganizationUnpaid: z.boolean(),
  /** Whether its admins archived it or the platform switched it off; paying does not reopen it (D129, D131). */
  isOrganizationOff: z.boolean(),
  organizationId: z.nullable(z.number()),
  organizationName: z.nullable(z.string()),
  organizationRole: z.nullable(organizationRole),
  /** The end of the grace period of seven days, for its admins; null while nothing is overdue (D7, D129). */
  organizationGraceEndsAt: z.nullable(isoTime),
  /** Minutes in its pool, not counting those used so far in live conversations. */
  organizationCredits: z.nullable(z.number()),
  /**
   * Whole seconds left of this person's monthly limit, not counting those used so far in a live conversation; null
   * without a limit (D131, D190).
   */
  monthLeftSeconds: z.nullable(z.number()),
  /** The number in the badge for unread messages (D66). */
  unreadMessages: z.number(),
  /** Whether the person has accepted the current voice notice (D89). */
  voiceConsent: z.boolean(),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type Me = z.output<typeof me>
