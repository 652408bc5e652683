import { expect, it } from 'vitest'
import { readPaymentSearch } from './payment-list.ts'

const meant = (search: string) => {
  const { pattern: _pattern, ...meanings } = readPaymentSearch(search, null)
  return Object.fromEntries(Object.entries(meanings).filter(([, value]) => value !== null))
}

it.each([
  ['L-000042', { receiptNumber: 42 }],
  ['l-42', { receiptNumber: 42 }],
  ['$500', { amountCents: 50_000 }],
  ['27.97', { amountCents: 2797 }],
  ['$1,234.50', { amountCents: 123_450 }],
  ['4242', { receiptNumber: 4242, cardDigits: '4242', amountCents: 424_200 }],
  ['0042', { receiptNumber: 42, cardDigits: '0042', amountCents: 4200 }],
  ['pi_3Abc', { stripeId: 'pi_3Abc' }],
  ['dp_1', { stripeId: 'dp_1' }],
  ['019aa6d2-0000-7000-8000-00000000abcd', { id: '019aa6d2-0000-7000-8000-00000000abcd' }],
  ['ben.reed@example.com', {}],
  ['99999999999', {}],
  ['', {}],
])('the words of a search for payments %s', (search, meanings) => {
  expect(meant(search)).toEqual(meanings)
})
