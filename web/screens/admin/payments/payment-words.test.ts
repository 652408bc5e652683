import { expect, it } from 'vitest'
import type { AdminPaymentState, StripeState } from '#contract/admin/payments.ts'
import { refundReason, sidesAgree } from './payment-words.ts'

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
