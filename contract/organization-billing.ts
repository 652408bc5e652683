import * as z from 'zod/mini'
import { call } from './call.ts'
import { agentTypes, minutePackages } from './organization-prices.ts'
import { organizationId } from './organizations.ts'
import { isoTime } from './people.ts'

/** What an organization ordered and paid (D133). Amounts are dollars. */

const businessRegistration = z.object({
  id: z.string(),
  organizationName: z.string(),
  contactName: z.string(),
  contactEmail: z.string(),
  contactPhone: z.nullable(z.string()),
  industry: z.string(),
  website: z.nullable(z.string()),
  agentType: z.enum(agentTypes),
  numberOfAgents: z.number(),
  ongoingOptimization: z.boolean(),
  userCount: z.number(),
  /** The same under the name that views use (D100). */
  teamSize: z.number(),
  userAccessTier: z.string(),
  /** One user a month. */
  userPricing: z.number(),
  minutePackage: z.enum(minutePackages),
  minutePackageType: z.enum(minutePackages),
  /** Minutes a month. */
  voiceMinutesPackage: z.number(),
  minuteRate: z.number(),
  brandedPWA: z.boolean(),
  /** Another spelling of the same (D100). */
  brandedPwa: z.boolean(),
  agentBuildCost: z.number(),
  userAccessCost: z.number(),
  voiceMinutesCost: z.number(),
  optimizationCost: z.number(),
  brandedPWASetupCost: z.number(),
  brandedPWAMaintenanceCost: z.number(),
  /** The one-time part. */
  paymentAmount: z.number(),
  /** The monthly part, under both of its names. */
  monthlyTotal: z.number(),
  monthlyCost: z.number(),
  totalToStartToday: z.number(),
})

const setupPayment = z.object({
  id: z.string(),
  description: z.string(),
  amount: z.number(),
  created: isoTime,
  /** The row of its receipt. */
  receiptId: z.string(),
  productBreakdown: z.array(
    z.object({ name: z.string(), description: z.string(), amount: z.number(), type: z.enum(['one_time', 'monthly']) }),
  ),
})

export const organizationBilling = call('GET /api/organizations/:organizationId/billing', {
  who: 'organization_admin',
  summary: 'What an organization ordered and paid; both are null where nobody paid for it (D133).',
  params: { organizationId },
  answer: z.object({
    businessRegistration: z.nullable(businessRegistration),
    stripeBilling: z.nullable(z.object({ customerId: z.string(), setupPayments: z.array(setupPayment) })),
  }),
})
