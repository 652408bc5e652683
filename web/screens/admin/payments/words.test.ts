import { expect, it } from 'vitest'
import type { AdminPaymentState, StripeState } from '#contract/admin/payments.ts'
import { refundReason, sidesAgree, deadlineText, reasonText } from './words.ts'

const luna = (state: AdminPaymentState, amount: number, refunded: number) => ({ state, amount, refunded })
const stripe = (state: StripeState, amount: number, refunded: number) => {
  return { state, amount, refunded, isDisputed: false, attempts: [] }
}

it.each([
  ['both paid', luna('paid', 25, 0), stripe('succeeded', 25, 0), true],
  ['both refunded', luna('partly_refunded', 25, 5), stripe('succeeded', 25, 5), true],
  ['neither paid', luna('declined', 25, 0), stripe('open', 30, 0), true],
  ['paid and not credited', luna('open', 25, 0), stripe('succeeded', 25, 0), false],
  ['credited and not paid', luna('paid', 25, 0), stripe('unknown', 0, 0), false],
  ['another amount', luna('paid', 27.97, 0), stripe('succeeded', 25, 0), false],
  ['a refund that Luna missed', luna('paid', 25, 0), stripe('succeeded', 25, 5), false],
])('whether Stripe and Luna agree: %s', (_case, payment, atStripe, agree) => {
  expect(sidesAgree(payment, atStripe)).toBe(agree)
})

it.each([
  [null, 'No reason given'],
  ['requested_by_customer', 'Requested by the customer'],
  ['fraudulent', 'The cardholder did not make this payment'],
  ['Never_started, said Ben', 'Never_started, said Ben'],
])('the reason of a refund, %s, is "%s"', (reason, words) => {
  expect(refundReason(reason)).toBe(words)
})

const at = new Date('2026-11-26T12:00:00Z')

it.each([
  ['2026-12-05T12:00:00Z', '9 days left', false],
  ['2026-11-27T13:00:00Z', '1 day left', true],
  ['2026-11-26T13:00:00Z', 'Less than a day left', true],
  ['2026-11-26T11:00:00Z', 'Overdue', true],
  [null, 'None', false],
])('the deadline of a dispute, %s, is "%s", and gone once evidence was submitted', (dueAt, text, isUrgent) => {
  expect(deadlineText('needs_response', dueAt, at)).toEqual({ text, isUrgent })
  expect(deadlineText('under_review', dueAt, at)).toEqual({ text: 'None', isUrgent: false })
})

it('the reason of a dispute is in words', () => {
  expect(reasonText('fraudulent')).toBe('The cardholder did not make this payment')
  expect(reasonText('something_new')).toBe('Something new')
})
