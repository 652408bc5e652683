import { describe, expect, it } from 'vitest'
import { csvCell, transactionsCsv } from './transactions-csv.ts'

describe('a cell', () => {
  it.each([
    ['plain', 'plain'],
    ['one, two', '"one, two"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    [-25.5, '-25.5'],
    ['-25.00', '-25.00'],
  ])('%j is written as %s', (value, written) => {
    expect(csvCell(value)).toBe(written)
  })

  it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1'])(
    'that a spreadsheet would run is only text: %j',
    (text) => {
      expect(csvCell(text).replace('"', '').startsWith("'")).toBe(true)
    },
  )

  it('with a formula and a quote is both quoted and only text', () => {
    expect(csvCell('=HYPERLINK("https://example.com","x")')).toBe(`"'=HYPERLINK(""https://example.com"",""x"")"`)
  })
})

describe('the file', () => {
  it('begins with the mark of UTF-8 and a heading, and ends each line as spreadsheets expect', () => {
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
    expect(transactionsCsv([row])).toBe(
      '\uFEFFDate (UTC),Type,Description,Amount (USD),Credits (minutes),Receipt,Payment\r\n' +
        '2026-11-21T12:00:00.000Z,credits,"Refund of Uplift, 120 minutes",-25.00,-117.5,L-000042,\r\n',
    )
  })
})
