import { adminDebts, type AdminDebt } from '#contract/admin/debts.ts'
import { disputes, readDispute, type Dispute, type DisputePage } from '#contract/admin/disputes.ts'
import { findings, type Finding } from '#contract/admin/findings.ts'
import {
  adminPayments,
  readAdminPayment,
  readPaymentAtStripe,
  type AdminPayment,
  type AdminPaymentPage,
  type PaymentAtStripe,
} from '#contract/admin/payments.ts'
import type { RefundRequest } from '#contract/billing/refund-requests.ts'
import type { FakeServer } from '../../fake-server.ts'
import { ben, servePanel } from '../admin.ts'

/** What page tests of payments share. */

const payer = { userId: ben.id, organizationId: null, name: 'Ben Reed', email: ben.email }

export const lost = {
  id: '7a1d2c34-0002-4b11-8c22-000000000001',
  kind: 'credits',
  state: 'open',
  amount: 25,
  refunded: 0,
  createdAt: '2026-11-20T08:00:00.000Z',
  payer,
  description: 'Uplift: 120 minutes',
  receiptNumbers: [],
  paidWith: null,
  stripePaymentId: 'pi_lost',
} satisfies AdminPayment

export const paid = {
  ...lost,
  id: '7a1d2c34-0002-4b11-8c22-000000000002',
  kind: 'combined',
  state: 'partly_refunded',
  amount: 27.97,
  refunded: 2.97,
  description: 'Uplift: 120 minutes + Platform access',
  receiptNumbers: ['L-000041', 'L-000042'],
  paidWith: 'Visa ending in 4242',
  stripePaymentId: 'pi_paid',
} satisfies AdminPayment

const nothing = { declineCode: null, parts: [], refunds: [], disputes: [], findings: [] }

export const lostPage = { ...lost, ...nothing } satisfies AdminPaymentPage

export const paidPart = {
  id: '7a1d2c34-0003-4b11-8c22-000000000001',
  description: 'Uplift: 120 minutes',
  amount: 25,
  creditsAdded: 120,
  receiptNumber: 'L-000042',
  createdAt: '2026-11-20T08:01:00.000Z',
  refundable: 25,
}

export const paidPage = {
  ...paid,
  ...nothing,
  parts: [paidPart],
  refunds: [
    {
      id: '7a1d2c34-0004-4b11-8c22-000000000001',
      amount: 2.97,
      status: 'succeeded',
      reason: 'Goodwill',
      requestedBy: 'ada@luna.test',
      createdAt: '2026-11-21T08:00:00.000Z',
    },
  ],
} satisfies AdminPaymentPage

export const succeeded = {
  state: 'succeeded',
  amount: 25,
  refunded: 0,
  isDisputed: false,
  attempts: [
    { at: '2026-11-20T08:02:00.000Z', isPaid: true, amount: 25, card: 'Visa ending in 4242', declineCode: null },
    {
      at: '2026-11-20T08:01:00.000Z',
      isPaid: false,
      amount: 25,
      card: 'Visa ending in 9995',
      declineCode: 'insufficient_funds',
    },
  ],
} satisfies PaymentAtStripe

export const owed = {
  id: '7a1d2c34-0005-4b11-8c22-000000000001',
  amount: 15.47,
  state: 'open',
  createdAt: '2026-11-10T08:00:00.000Z',
  closedAt: null,
  reason: null,
  payer,
  paymentId: paid.id,
  description: paid.description,
  disputeReason: 'fraudulent',
} satisfies AdminDebt

export const listed = {
  id: '7a1d2c34-0006-4b11-8c22-000000000001',
  amount: 27.97,
  state: 'needs_response',
  reason: 'product_not_received',
  dueAt: '2030-01-01T08:00:00.000Z',
  hasEvidence: false,
  submissions: 0,
  createdAt: '2026-11-22T08:00:00.000Z',
  payer,
  paymentId: paid.id,
  description: paid.description,
  receiptNumbers: paid.receiptNumbers,
} satisfies Dispute

/** The same with its evidence. */
export const disputed = {
  ...listed,
  evidence: {
    customerName: 'Ben Reed',
    customerEmail: ben.email,
    productDescription: 'Minutes of talk time',
    serviceDate: 'November 20, 2026',
    activityLog: 'Sign-ins since the payment:\n- November 20, 2026, 08:00 UTC',
    termsDisclosure: 'Accepted on November 20, 2026.',
    statement: '',
  },
  file: null,
  isDraft: false,
} satisfies DisputePage

export const found = {
  id: '7a1d2c34-0007-4b11-8c22-000000000001',
  kind: 'paid_not_credited',
  state: 'open',
  details: '$25.00 were paid and not credited: fits nothing that we have sold',
  objectId: 'pi_lost',
  foundAt: '2026-11-20T09:00:00.000Z',
  seenAt: '2026-11-21T09:00:00.000Z',
  closedAt: null,
  accepted: null,
  customer: { userId: ben.id, organizationId: null, name: 'Ben Reed' },
} satisfies Finding

export const waitingRefund = {
  id: '7a1d2c34-0008-4b11-8c22-000000000001',
  transactionId: '7a1d2c34-0003-4b11-8c22-000000000001',
  receiptNumber: 'L-000042',
  payer: { name: 'Ben Reed', userId: ben.id, organizationId: null },
  amount: 500,
  reason: 'Asked by mail',
  requestedBy: { id: '7a1d2c34-0001-4b11-8c22-000000000009', name: 'Finn Lund', email: 'finn@example.com' },
  requestedAt: '2026-11-25T08:00:00.000Z',
  expiresAt: '2026-12-02T08:00:00.000Z',
  state: 'waiting',
  decidedBy: null,
  decidedAt: null,
} satisfies RefundRequest

/** Answers everything that the page and its tabs read. */
export function servePayments(server: FakeServer): void {
  servePanel(server)
  server.answer(adminPayments, [lost, paid])
  server.answer(adminDebts, [owed])
  server.answer(disputes, [listed])
  server.answer(findings, [found])
  server.answer(readAdminPayment, ({ params: { id } }) => (id === paid.id ? paidPage : lostPage))
  server.answer(readPaymentAtStripe, ({ params: { id } }) =>
    id === paid.id ? { ...succeeded, amount: paid.amount, refunded: paid.refunded } : succeeded,
  )
  server.answer(readDispute, disputed)
}
