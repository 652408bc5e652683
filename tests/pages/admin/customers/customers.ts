import { customer, customerTimeline, organizationCustomer, organizationTimeline } from '#contract/admin/customers.ts'
import type { LineOf, TimelineLine } from '#contract/admin/timeline.ts'
import type { Answer } from '#contract/call.ts'
import type { FakeServer } from '../../fake-server.ts'
import { acme as acmeRow } from '../organizations.ts'
import { servePanel } from '../admin.ts'
import { acme, ben } from '../users.ts'

/** What page tests of customers share. */

export const talk = {
  kind: 'conversation',
  id: '9c1d2c34-0001-4b11-8c22-000000000001',
  at: '2026-11-26T14:03:00.000Z',
  status: 'completed',
  endReason: 'fault',
  endedAt: '2026-11-26T14:04:02.000Z',
  agentName: 'Customer Care Coach',
  version: 3,
  person: { id: ben.id, name: 'Ben Reed' },
  organization: null,
  facts: {
    open: 62,
    waited: 4,
    measured: 41,
    free: 17,
    lostAfter: 45,
    backAfter: null,
    charged: 41,
    fromMonth: 30,
    fromPurchased: 11,
    provider: 43,
    givenBack: 0,
    credited: 0,
    freeReason: null,
  },
  balanceBefore: 9000,
  balanceAfter: 8959,
} satisfies LineOf<'conversation'>

export const live = {
  ...talk,
  id: '9c1d2c34-0001-4b11-8c22-000000000002',
  at: '2026-11-27T09:00:00.000Z',
  status: 'active',
  endReason: null,
  endedAt: null,
  facts: {
    ...talk.facts,
    charged: null,
    fromMonth: null,
    fromPurchased: null,
    provider: null,
    free: 0,
    lostAfter: null,
  },
  balanceBefore: null,
  balanceAfter: null,
} satisfies LineOf<'conversation'>

const usage = {
  kind: 'minutes',
  id: '9c1d2c34-0002-4b11-8c22-000000000001',
  at: '2026-11-26T14:04:02.000Z',
  entry: 'usage',
  change: -41,
  balanceBefore: 9000,
  balanceAfter: 8959,
  fromMonth: 30,
  agentName: 'Customer Care Coach',
  receiptNumber: null,
  by: null,
  reason: null,
  cause: { kind: 'conversation', id: talk.id, at: talk.at },
} satisfies LineOf<'minutes'>

export const payment = {
  kind: 'payment',
  id: '0d4c7f8e-0001-4a61-8f0e-6f2f3b1c0001',
  at: '2026-11-15T08:00:00.000Z',
  state: 'paid',
  description: 'Uplift: 120 minutes',
  amount: 25,
  refundable: 25,
  given: 7200,
  isAutomatic: false,
  paidWith: 'Visa ending in 4242',
  receiptNumber: 'L-000001',
  periodEndsAt: null,
  attempts: [],
} satisfies LineOf<'payment'>

const declined = {
  ...payment,
  id: '0d4c7f8e-0001-4a61-8f0e-6f2f3b1c0002',
  at: '2026-11-14T08:00:00.000Z',
  state: 'declined',
  refundable: 0,
  given: 0,
  isAutomatic: true,
  paidWith: null,
  receiptNumber: null,
  attempts: [{ at: '2026-11-14T08:00:00.000Z', declineCode: 'insufficient_funds', needsConfirmation: false }],
} satisfies LineOf<'payment'>

export const receiptMail = {
  kind: 'mail',
  id: '9c1d2c34-0003-4b11-8c22-000000000001',
  at: '2026-11-15T08:00:05.000Z',
  mail: 'receipt',
  subject: 'Your receipt L-000001',
  to: ben.email,
  outcome: 'delivered',
  canResend: true,
} satisfies LineOf<'mail'>

export const resetMail = {
  ...receiptMail,
  id: '9c1d2c34-0003-4b11-8c22-000000000002',
  mail: 'reset',
  subject: 'Reset your password',
  outcome: 'failed',
  canResend: false,
} satisfies LineOf<'mail'>

const message = {
  kind: 'message',
  id: '9c1d2c34-0004-4b11-8c22-000000000001',
  at: '2026-11-26T15:00:00.000Z',
  subject: 'Charged for nothing',
  isFromCustomer: true,
  threadId: '9c1d2c34-0004-4b11-8c22-000000000001',
} satisfies LineOf<'message'>

const act = {
  kind: 'act',
  id: '9c1d2c34-0005-4b11-8c22-000000000001',
  at: '2026-11-20T15:00:00.000Z',
  adminId: '9c1d2c34-0006-4b11-8c22-000000000001',
  adminEmail: 'ada@luna.test',
  action: 'user.status',
  targetKind: 'user',
  targetId: ben.id,
  targetName: ben.email,
  before: { isActive: false },
  after: { isActive: true },
  reason: null,
  requestId: 'req-1',
} satisfies LineOf<'act'>

export const signIn = {
  kind: 'security',
  id: '9c1d2c34-0007-4b11-8c22-000000000001',
  at: '2026-11-10T15:00:00.000Z',
  event: 'signed_in',
  browser: 'Chrome on Windows',
  isByOperator: false,
} satisfies LineOf<'security'>

export const everything: readonly TimelineLine[] = [
  message,
  usage,
  talk,
  act,
  receiptMail,
  resetMail,
  payment,
  declined,
  signIn,
]

const standing = {
  balance: { month: 1_770, monthEndsAt: '2026-12-22T08:00:00.000Z', purchased: 7_189, held: 0 },
  plan: { name: 'Platform access', state: 'renews', at: '2026-12-22T08:00:00.000Z', nextCharge: 2.97 },
  autoPurchase: {
    isOn: true,
    packageName: 'Uplift',
    price: 25,
    minutes: 120,
    belowMinutes: 9,
    monthlyLimit: 100,
    problem: null,
  },
  debts: [],
  live: [],
  notes: [],
} satisfies Partial<Answer<typeof customer>>

export const benPage = {
  ...standing,
  id: ben.id,
  user: { ...ben, organizations: [{ ...acme, role: 'member', isOnlyAdmin: false }] },
  erasedAt: null,
  isEmailConfirmed: true,
  createdAt: ben.createdAt,
  twoFactorSince: null,
  devices: [
    {
      browser: 'Chrome on Windows',
      firstSeenAt: '2026-11-10T15:00:00.000Z',
      lastSeenAt: '2026-11-26T15:00:00.000Z',
    },
  ],
} satisfies Answer<typeof customer>

export const acmePage = {
  ...standing,
  plan: { name: 'Growth', state: 'ends', at: '2026-12-22T08:00:00.000Z', nextCharge: null },
  debts: [{ id: '1', amount: 12.5, createdAt: '2026-11-01T08:00:00.000Z' }],
  organization: acmeRow,
  members: [
    { id: ben.id, name: 'Ben Reed', email: ben.email, role: 'admin', isActive: true, joinedAt: ben.createdAt },
    {
      id: '7a1d2c34-0001-4b11-8c22-000000000002',
      name: '',
      email: 'mia@example.com',
      role: 'member',
      isActive: false,
      joinedAt: ben.createdAt,
    },
  ],
} satisfies Answer<typeof organizationCustomer>

/** Answers what both pages read; the lines are what `lines` returns at that moment, filtered like the server's. */
export function serveCustomers(server: FakeServer, lines: () => readonly TimelineLine[] = () => everything): void {
  servePanel(server)
  server.answer(customer, benPage)
  server.answer(organizationCustomer, acmePage)
  for (const call of [customerTimeline, organizationTimeline]) {
    server.answer(call, ({ query: { kinds } }) => {
      const wanted = kinds?.split(',') ?? []
      return { lines: lines().filter(({ kind }) => wanted.length === 0 || wanted.includes(kind)), next: null }
    })
  }
}
