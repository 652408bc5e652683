import * as z from 'zod/mini'
import { transaction } from '../billing/account.ts'
import { call } from '../call.ts'
import { savedCard } from '../billing/saved-card.ts'
import { agentTypes, minutePackages } from './prices.ts'
import { organizationId, subscriptionStatus } from './ranks.ts'
import { isoTime, shownAddress } from '../identity/people.ts'

/** The orders and payments of an organization (D133). Amounts are in dollars. */

const businessRegistration = z.object({
  id: z.string(),
  status: z.enum(['awaiting_payment', 'paid', 'expired']),
  organizationName: z.string(),
  contactName: z.string(),
  contactEmail: shownAddress,
  contactPhone: z.nullable(z.string()),
  industry: z.string(),
  website: z.nullable(z.string()),
  agentType: z.enum(agentTypes),
  numberOfAgents: z.number(),
  ongoingOptimization: z.boolean(),
  userCount: z.number(),
  /** The same number, under the name that views use (D100). */
  teamSize: z.number(),
  userAccessTier: z.string(),
  /** The monthly price per user. */
  userPricing: z.number(),
  minutePackage: z.enum(minutePackages),
  minutePackageType: z.enum(minutePackages),
  /** The package's name at the time of the order. */
  minutePackageName: z.string(),
  /** Minutes per month. */
  voiceMinutesPackage: z.number(),
  minuteRate: z.number(),
  brandedPWA: z.boolean(),
  /** An alternative spelling (D100). */
  brandedPwa: z.boolean(),
  agentBuildCost: z.number(),
  userAccessCost: z.number(),
  voiceMinutesCost: z.number(),
  optimizationCost: z.number(),
  brandedPWASetupCost: z.number(),
  brandedPWAMaintenanceCost: z.number(),
  /** The one-time part. */
  paymentAmount: z.number(),
  /** The monthly part, under both names. */
  monthlyTotal: z.number(),
  monthlyCost: z.number(),
  totalToStartToday: z.number(),
})

const setupPayment = z.object({
  id: z.string(),
  description: z.string(),
  amount: z.number(),
  created: isoTime,
  /** The id of its receipt. */
  receiptId: z.string(),
  productBreakdown: z.array(
    z.object({ name: z.string(), description: z.string(), amount: z.number(), type: z.enum(['one_time', 'monthly']) }),
  ),
})

/** The seats paid for this month, those from the next renewal on, and those in use (D116). */
const seats = z.object({ paidUsers: z.number(), nextUsers: z.number(), minUsers: z.number() })

/** The state of the organization's subscription. */
const plan = z.object({
  status: subscriptionStatus,
  cancelAtPeriodEnd: z.boolean(),
  /** The start of the next month, or the end of the subscription. */
  renewsAt: z.nullable(isoTime),
  /** The end of the grace period of seven days; null while nothing is overdue (D7). */
  graceEndsAt: z.nullable(isoTime),
  /** Whether its people can talk and change things (D129). */
  hasAccess: z.boolean(),
})

/** The pool's auto-purchase (D109), in dollars and minutes. */
const autoPurchase = z.object({
  enabled: z.boolean(),
  minutes: z.number(),
  price: z.number(),
  threshold: z.number(),
  monthlyCap: z.number(),
  spentThisMonth: z.number(),
  /** The problem that prevents the next purchase, in words; null if there is none. */
  problem: z.nullable(z.string()),
  /** A purchase that the bank stopped, which any admin can confirm; see `resumePayment`. */
  checkoutId: z.nullable(z.string()),
})

export const organizationBilling = call('GET /api/organizations/:organizationId/billing', {
  who: 'organization_admin',
  summary: 'Returns an organization’s order, plan and payments; parts that were never paid for are null (D133).',
  params: { organizationId },
  answer: z.object({
    businessRegistration: z.nullable(businessRegistration),
    stripeBilling: z.nullable(z.object({ customerId: z.string(), setupPayments: z.array(setupPayment) })),
    /** Null if there has never been a subscription. */
    plan: z.nullable(plan),
    seats: z.nullable(seats),
    /** Null if auto-purchase was never set up. */
    autoPurchase: z.nullable(autoPurchase),
    /** The card that the next month is charged to. */
    card: z.nullable(savedCard),
    /** All payments and refunds after the registration, newest first (D43). */
    payments: z.array(transaction),
  }),
})
