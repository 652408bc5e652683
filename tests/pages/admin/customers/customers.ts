import { customer, customerTimeline, organizationCustomer, organizationTimeline } from '#contract/admin/customers.ts'
import { type LineKind, type LineOf, type TimelineLine, timelineLine } from '#contract/admin/timeline.ts'
import { type Fake, fakeOf, fill, type Some } from '../../fake-answer.ts'
import type { FakeServer } from '../../fake-server.ts'
import { acme as acmeRow } from '../organizations.ts'
import { servePanel } from '../admin.ts'
import { acme, ben } from '../users.ts'

/** Returns a line of a timeline with these fields; the others are empty, off, zero or unknown. */
export function lineOf<Kind extends LineKind>(kind: Kind, known: Some<LineOf<Kind>>): LineOf<Kind> {
  const schema = timelineLine._zod.def.options.find(({ shape }) => shape.kind._zod.def.values[0] === kind)
  if (!schema) throw new Error(`There are no lines of the kind ${kind}`)
  return fill(schema, { kind, ...known }) as LineOf<Kind>
}

export const talk = lineOf('conversation', {
  id: '9c1d2c34-0001-4b11-8c22-000000000001',
  at: '2026-11-26T14:03:00.000Z',
  status: 'completed',
  endReason: 'fault',
  endedAt: '2026-11-26T14:04:02.000Z',
  agentName: 'Customer Care Coach',
  version: 3,
  person: { id: ben.id, name: 'Ben Reed' },
  facts: {
    open: 62,
    waited: 4,
    heardAfter: 6,
    wasHeard: true,
    measured: 41,
    free: 17,
    lostAfter: 45,
    charged: 41,
    fromMonth: 30,
    fromPurchased: 11,
    provider: 43,
  },
  balanceBefore: 9000,
  balanceAfter: 8959,
})

export const live = lineOf('conversation', {
  id: '9c1d2c34-0001-4b11-8c22-000000000002',
  at: '2026-11-27T09:00:00.000Z',
  agentName: talk.agentName,
  person: talk.person,
  facts: { open: 62, waited: 4, measured: 41 },
})

const usage = lineOf('minutes', {
  id: '9c1d2c34-0002-4b11-8c22-000000000001',
  at: '2026-11-26T14:04:02.000Z',
  entry: 'usage',
  change: -41,
  balanceBefore: 9000,
  balanceAfter: 8959,
  fromMonth: 30,
  agentName: 'Customer Care Coach',
  cause: { kind: 'conversation', id: talk.id, at: talk.at },
})

export const payment = lineOf('payment', {
  id: '0d4c7f8e-0001-4a61-8f0e-6f2f3b1c0001',
  at: '2026-11-15T08:00:00.000Z',
  description: 'Uplift: 120 minutes',
  amount: 25,
  refundable: 25,
  given: 7200,
  paidWith: 'Visa ending in 4242',
  receiptNumber: 'L-000001',
})

const declined = lineOf('payment', {
  id: '0d4c7f8e-0001-4a61-8f0e-6f2f3b1c0002',
  state: 'declined',
  description: payment.description,
  amount: 25,
  isAutomatic: true,
  attempts: [{ declineCode: 'insufficient_funds' }],
})

export const receiptMail = lineOf('mail', {
  id: '9c1d2c34-0003-4b11-8c22-000000000001',
  mail: 'receipt',
  subject: 'Your receipt L-000001',
  to: ben.email,
  canResend: true,
})

const resetMail = lineOf('mail', {
  id: '9c1d2c34-0003-4b11-8c22-000000000002',
  mail: 'reset',
  subject: 'Reset your password',
  to: ben.email,
  outcome: 'failed',
})

const message = lineOf('message', { subject: 'Charged for nothing', isFromCustomer: true })

const act = lineOf('act', {
  adminEmail: 'ada@luna.test',
  action: 'user.status',
  targetKind: 'user',
  targetId: ben.id,
  targetName: ben.email,
  before: { isActive: false },
  after: { isActive: true },
})

export const signIn = lineOf('security', {
  at: '2026-11-10T15:00:00.000Z',
  event: 'signed_in',
  browser: 'Chrome on Windows',
})

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
  balance: { month: 1_770, monthEndsAt: '2026-12-22T08:00:00.000Z', purchased: 7_189 },
  plan: { name: 'Platform access', state: 'renews', at: '2026-12-22T08:00:00.000Z', nextCharge: 2.97 },
  autoPurchase: { isOn: true, packageName: 'Uplift', price: 25, minutes: 120, belowMinutes: 9, monthlyLimit: 100 },
} satisfies Some<Fake<typeof customer>>

export const benPage = fakeOf(customer, {
  ...standing,
  id: ben.id,
  user: { ...ben, organizations: [{ ...acme, role: 'member' }] },
  isEmailConfirmed: true,
  devices: [{ browser: 'Chrome on Windows' }],
})

export const acmePage = fakeOf(organizationCustomer, {
  ...standing,
  plan: { name: 'Growth', state: 'ends', at: '2026-12-22T08:00:00.000Z' },
  debts: [{ id: '1', amount: 12.5, createdAt: '2026-11-01T08:00:00.000Z' }],
  organization: acmeRow,
  members: [
    { id: ben.id, name: 'Ben Reed', email: ben.email, role: 'admin', isActive: true },
    { id: '7a1d2c34-0001-4b11-8c22-000000000002', email: 'mia@example.com', role: 'member' },
  ],
})

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
