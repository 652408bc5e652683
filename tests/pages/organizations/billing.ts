import type { Answer } from '#contract/call.ts'
import { organizationBilling } from '#contract/organizations/billing.ts'
import { poolDebts } from '#contract/organizations/pool-debts.ts'
import type { FakeServer } from '../fake-server.ts'
import { serveDashboard, visa } from './organization.ts'
import { fakeOf, type Some } from '../fake-answer.ts'

export const billingPath = '/organization-dashboard?tab=billing'

type Billing = Answer<typeof organizationBilling>

/** 5 users, Growth, 2 single agents and all extras. */
const ordered = {
  status: 'paid',
  organizationName: 'Acme Consulting',
  agentType: 'single',
  numberOfAgents: 2,
  ongoingOptimization: true,
  userCount: 5,
  teamSize: 5,
  userPricing: 2.8,
  minutePackageName: 'Growth',
  voiceMinutesPackage: 1000,
  brandedPWA: true,
  agentBuildCost: 1500,
  userAccessCost: 14,
  voiceMinutesCost: 135,
  optimizationCost: 200,
  brandedPWASetupCost: 300,
  brandedPWAMaintenanceCost: 20,
  paymentAmount: 1800,
  monthlyTotal: 369,
  monthlyCost: 369,
} satisfies Some<Billing['businessRegistration']>

export const order = fakeOf(organizationBilling, { businessRegistration: ordered }).businessRegistration!

export const plan = {
  status: 'active',
  cancelAtPeriodEnd: false,
  renewsAt: '2026-12-15T08:00:00.000Z',
  graceEndsAt: null,
  hasAccess: true,
} satisfies Billing['plan']

export const autoPurchase = {
  enabled: true as boolean,
  minutes: 1000,
  price: 135,
  threshold: 30,
  monthlyCap: 270,
  spentThisMonth: 0,
  problem: null,
  checkoutId: null,
} satisfies Billing['autoPurchase']

/** The order is paid, and a month is running. */
export const billing = {
  businessRegistration: order,
  stripeBilling: {
    customerId: 'cus_acme',
    setupPayments: [
      {
        id: 'pi_setup',
        description: 'Organization Registration',
        amount: 2169,
        created: '2026-11-15T08:00:00.000Z',
        receiptId: '0e000000-0000-4000-8000-000000000002',
        productBreakdown: [
          { name: 'Single agent', description: '2 × $750', amount: 1500, type: 'one_time' },
          { name: 'Branded app setup', description: 'Your name, logo and colors', amount: 300, type: 'one_time' },
          { name: 'Users', description: '5 × $2.80', amount: 14, type: 'monthly' },
          { name: 'Growth minutes', description: '1,000 minutes for the pool', amount: 135, type: 'monthly' },
          { name: 'Ongoing optimization', description: 'For all your agents', amount: 200, type: 'monthly' },
          { name: 'Branded app maintenance', description: 'Hosting and updates', amount: 20, type: 'monthly' },
        ],
      },
    ],
  },
  plan,
  seats: { paidUsers: 5, nextUsers: 5, minUsers: 1 },
  autoPurchase,
  card: visa,
  payments: [],
} satisfies Billing

/** What an organization that has never paid sees. */
export const unpaidBilling = fakeOf(organizationBilling, {})

/** Answers what the billing tab of the own organization reads. */
export function serveBilling(server: FakeServer, shown: Billing = billing): void {
  serveDashboard(server)
  server.answer(organizationBilling, shown)
  server.answer(poolDebts, [])
}
