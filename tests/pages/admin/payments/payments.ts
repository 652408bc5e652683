import { adminDebts } from '#contract/admin/debts.ts'
import { disputes, readDispute } from '#contract/admin/disputes.ts'
import { findings } from '#contract/admin/findings.ts'
import {
  type AdminPaymentPage,
  adminPayments,
  readAdminPayment,
  readPaymentAtStripe,
} from '#contract/admin/payments.ts'
import { refundRequests } from '#contract/billing/refund-requests.ts'
import { fakeOf } from '../../fake-answer.ts'
import type { FakeServer } from '../../fake-server.ts'
import { ben, servePanel } from '../admin.ts'

const payer = { userId: ben.id, name: 'Ben Reed', email: ben.email, organizationId: null }

export const lost = fakeOf(adminPayments, {
  id: '7a1d2c34-0002-4b11-8c22-000000000001',
  kind: 'credits',
  state: 'open',
  amount: 25,
  payer,
  description: 'Uplift: 120 minutes',
  stripePaymentId: 'pi_lost',
})

export const paid = fakeOf(adminPayments, {
  id: '7a1d2c34-0002-4b11-8c22-000000000002',
  kind: 'combined',
  state: 'partly_refunded',
  amount: 27.97,
  refunded: 2.97,
  payer,
  description: 'Uplift: 120 minutes + Platform access',
  receiptNumbers: ['L-000041', 'L-000042'],
  paidWith: 'Visa ending in 4242',
  stripePaymentId: 'pi_paid',
})

export const lostPage = fakeOf(readAdminPayment, lost)

export const paidPart: AdminPaymentPage['parts'][number] = {
  id: '7a1d2c34-0003-4b11-8c22-000000000001',
  description: 'Uplift: 120 minutes',
  amount: 25,
  creditsAdded: 120,
  receiptNumber: 'L-000042',
  createdAt: '2026-11-20T08:01:00.000Z',
  refundable: 25,
  waiting: 0,
}

export const paidPage = fakeOf(readAdminPayment, {
  ...paid,
  parts: [paidPart],
  refunds: [{ amount: 2.97, status: 'succeeded', reason: 'Goodwill', requestedBy: 'ada@luna.test' }],
})

export const succeeded = fakeOf(readPaymentAtStripe, {
  state: 'succeeded',
  amount: 25,
  attempts: [
    { isPaid: true, amount: 25, card: 'Visa ending in 4242' },
    { amount: 25, card: 'Visa ending in 9995', declineCode: 'insufficient_funds' },
  ],
})

export const owed = fakeOf(adminDebts, {
  id: '7a1d2c34-0005-4b11-8c22-000000000001',
  amount: 15.47,
  state: 'open',
  payer,
  paymentId: paid.id,
  description: paid.description,
  disputeReason: 'fraudulent',
})

export const disputed = fakeOf(readDispute, {
  id: '7a1d2c34-0006-4b11-8c22-000000000001',
  amount: 27.97,
  state: 'needs_response',
  reason: 'product_not_received',
  dueAt: '2030-01-01T08:00:00.000Z',
  payer,
  paymentId: paid.id,
  description: paid.description,
  receiptNumbers: paid.receiptNumbers,
  evidence: {
    customerName: 'Ben Reed',
    customerEmail: ben.email,
    productDescription: 'Minutes of talk time',
    serviceDate: 'November 20, 2026',
    activityLog: 'Sign-ins since the payment:\n- November 20, 2026, 08:00 UTC',
    termsDisclosure: 'Accepted on November 20, 2026.',
  },
})

const { evidence: _evidence, file: _file, isDraft: _isDraft, ...listed } = disputed

export const found = fakeOf(findings, {
  id: '7a1d2c34-0007-4b11-8c22-000000000001',
  kind: 'paid_not_credited',
  details: '$25.00 was paid and not credited: fits nothing that we have sold',
  objectId: 'pi_lost',
  customer: { userId: ben.id, name: 'Ben Reed' },
})

/** A large refund, for which Finn asked. */
export const waitingRefund = fakeOf(refundRequests, {
  id: '2b0c7a52-8f6a-4a0e-9f0a-000000000001',
  receiptNumber: 'L-000077',
  payer: { name: 'Acme Consulting', organizationId: 100_001 },
  amount: 1500,
  reason: 'Charged twice for the same month',
  requestedBy: { id: '2b0c7a52-8f6a-4a0e-9f0a-000000000003', name: 'Finn Reed', email: 'finn@example.com' },
  expiresAt: '2026-11-27T08:00:00.000Z',
})

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
