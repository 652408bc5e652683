import { expect, it } from 'vitest'
import { toCsv } from '#contract/csv.ts'
import { csvColumns } from './history.tsx'

it('the file begins with the mark of UTF-8 and a heading, with line ends for spreadsheets', () => {
  const row = {
    id: '1',
    type: 'credits' as const,
    description: 'Refund of Uplift, 120 minutes',
    createdAt: '2026-11-21T12:00:00.000Z',
    amount: -25,
    creditsAdded: -117.5,
    stripePaymentIntentId: null,
    receiptNumber: 'L-000042',
  }
  expect(toCsv(csvColumns, [row])).toBe(
    '\uFEFFDate (UTC),Type,Description,Amount (USD),Credits (minutes),Receipt,Payment\r\n' +
      '2026-11-21T12:00:00.000Z,Credits,"Refund of Uplift, 120 minutes",-25.00,-117.5,L-000042,\r\n',
  )
})
