import { describe, expect, it } from 'vitest'
import { csvCell } from './csv.ts'

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

  it.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '\uff1d1+1'])(
    'turns what a spreadsheet would run into text: %j',
    (text) => {
      expect(csvCell(text).replace('"', '').startsWith("'")).toBe(true)
    },
  )

  it('with a formula and a quote is both quoted and turned into text', () => {
    expect(csvCell('=HYPERLINK("https://example.com","x")')).toBe(`"'=HYPERLINK(""https://example.com"",""x"")"`)
  })
})
