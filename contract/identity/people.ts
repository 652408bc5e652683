import * as z from 'zod/mini'
import { organizationRole } from '../organizations/organizations.ts'
import { singleLine } from '../single-line.ts'

export const roles = ['user', 'admin', 'organization_admin'] as const
export type Role = (typeof roles)[number]

/** Times leave the server as ISO 8601 in UTC (D167). */
export const isoTime = z.pipe(
  z.union([z.date(), z.string()]),
  z.transform((value) => (typeof value === 'string' ? value : value.toISOString())),
)

/** Lower-cased e-mail of at most 254 characters with a dot in its domain (D12). */
export const emailField = z
  .string({ error: 'Email is required' })
  .check(
    z.trim(),
    z.toLowerCase(),
    z.minLength(1, { error: 'Email is required', abort: true }),
    z.maxLength(254, { error: 'Valid email is required', abort: true }),
    z.email({ error: 'Valid email is required' }),
  )

/** 8 to 128 characters everywhere (D11); common passwords are refused by the server. */
export const newPasswordField = z
  .string({ error: 'Password is required' })
  .check(
    z.minLength(1, { error: 'Password is required', abort: true }),
    z.minLength(8, { error: 'Password must be at least 8 characters long' }),
    z.maxLength(128, { error: 'Password must be at most 128 characters long' }),
  )

/** The present password, asked again before something that protects the account changes. */
export const currentPasswordField = z
  .string({ error: 'Your current password is required' })
  .check(
    z.minLength(1, { error: 'Your current password is required' }),
    z.maxLength(128, { error: 'Password must be at most 128 characters long' }),
  )

function nameField(message: string) {
  return z
    .string({ error: message })
    .check(
      z.trim(),
      z.minLength(1, { error: message }),
      z.maxLength(100, { error: 'Please use at most 100 characters' }),
      singleLine,
    )
}
export const firstNameField = nameField('First name is required')
export const lastNameField = nameField('Last name is required')

/** The signed-in person as their own browser may see them (S117, S119-S122; D22). */
export const me = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(roles),
  /** A platform admin whose role rests, and reads `user`, until two-factor sign-in is set up (D27). */
  mustSetUpTwoFactor: z.boolean(),
  /** Whether signing in asks for a code (D27). */
  hasTwoFactor: z.boolean(),
  /** Whether an admin, of the platform or the organization, goes without it and has not said "Not now" in the last 30 days (D27). */
  isTwoFactorSuggested: z.boolean(),
  isActive: z.boolean(),
  emailVerified: z.boolean(),
  /** Minutes, less those used so far in a live conversation (D30). */
  creditBalance: z.number(),
  /** The same in exact whole seconds. */
  balanceSeconds: z.number(),
  /** Part of the balance that belongs to the paid month and lapses at `monthlyEndsAt` (D32). */
  monthlyCredits: z.number(),
  purchasedCredits: z.number(),
  monthlyEndsAt: z.nullable(isoTime),
  stripeCustomerId: z.nullable(z.string()),
  stripeSubscriptionId: z.nullable(z.string()),
  subscriptionStatus: z.nullable(z.string()),
  subscriptionTier: z.nullable(z.string()),
  /** What its months cost in dollars and bring, as agreed (D181); null without one. */
  subscriptionPlan: z.nullable(z.object({ name: z.string(), price: z.number(), minutes: z.number() })),
  subscriptionRenewsAt: z.nullable(isoTime),
  cancelAtPeriodEnd: z.boolean(),
  graceEndsAt: z.nullable(isoTime),
  /** Whether guarded pages open: admin, own subscription, or organization access. */
  hasAccess: z.boolean(),
  autoPurchaseEnabled: z.boolean(),
  autoPurchaseTier: z.nullable(z.string()),
  autoPurchaseThreshold: z.number(),
  /** Owed after a lost dispute, in dollars; above 0 no conversation can start (D44). */
  debt: z.number(),
  referralCode: z.string(),
  referredBy: z.nullable(z.string()),
  /** About the organization that the person works in; all null in the personal context (D122). */
  hasOrganizationAccess: z.boolean(),
  /** Whether it waits for its first package (D130). */
  isOrganizationUnpaid: z.boolean(),
  /** Archived by its admins, or switched off by the platform: no payment brings it back (D129, D131). */
  isOrganizationOff: z.boolean(),
  organizationId: z.nullable(z.number()),
  organizationName: z.nullable(z.string()),
  organizationRole: z.nullable(organizationRole),
  /** End of the seven days of its failed renewal, for its admins; null while nothing is overdue (D7, D129). */
  organizationGraceEndsAt: z.nullable(isoTime),
  /** Minutes of its pool, less those used so far in live conversations. */
  organizationCredits: z.nullable(z.number()),
  /**
   * What its limit leaves this person of the calendar month, in whole seconds, less those used so far in a live
   * conversation; null without a limit (D131, D190).
   */
  monthLeftSeconds: z.nullable(z.number()),
  /** Messages that count in the badge (D66). */
  unreadMessages: z.number(),
  /** Whether the current voice notice was agreed to (D89). */
  voiceConsent: z.boolean(),
  createdAt: isoTime,
  updatedAt: isoTime,
})
export type Me = z.output<typeof me>
